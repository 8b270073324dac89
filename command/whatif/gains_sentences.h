/* What is said of a series: which routines gain, which do not, and what was not
   measured.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_GAINS_SENTENCES_H
#define APROF_WHATIF_GAINS_SENTENCES_H

#include "whatif/gains.h"

#include <stdio.h>

/* Print a sentence in lines of at most 80 bytes, where words allow, with `indent`
   bytes before each line but the first, and free it.  A number does not leave its
   percent sign. */
void gains_sentences_wrapped(FILE *f, char *sentence, int indent);

/* Print the sentences on routines for the measure that is set. */
void gains_sentences_print_rows(const whatif *s, const gains_row *rows,
                                size_t count, FILE *f);

/* Print what the sentences on routines leave out: which threads wait, and what
   could not be measured. */
void gains_sentences_print_rest(const whatif *s, FILE *f);

/* Print all of that. */
void gains_sentences_print(const whatif *s, FILE *f);

#endif
