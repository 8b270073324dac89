/* Growth that a prediction for more data does not contain, though `aprof report`
   names it in the same profile.

   A verdict of one run tells of an activation, and not how many more of them there
   will be, nor whether each of them will have more work.  Report says where that
   matters: data that are read again and again, calls and loops whose number may
   grow with the input, very many small calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_UNFORESEEN_H
#define APROF_WHATIF_UNFORESEEN_H

#include "assess/scaling.h"

/* Tell that the prediction may be too low if the report of the profile has a suspect
   or a hint whose growth is not in it: a note on the first one.  work: the growth of
   each routine at `scale` times the data. */
void unforeseen_tell(const model *profile, const scaling *work, double scale);

#endif
