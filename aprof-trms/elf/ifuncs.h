/* Resolvers that a file exports (STT_GNU_IFUNC): the dynamic linker calls one to
   find out which of several versions of a routine suits the processor.  The
   exported name is the resolver's.  A version has none in a stripped file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_IFUNCS_H
#define ELF_IFUNCS_H

#include "base/base.h"

/* The resolvers of a file. */
typedef struct _Ifuncs Ifuncs;

/* Read them.  There are none in a file that has all its symbols, or whose debug
   information has them: its versions have names.  Never NULL; lives as long as
   the tool. */
Ifuncs *ifuncs_read(const HChar *file, const HChar *build_id);

/* Return the name of the resolver that has the code at this place in the file,
   the best of several (ifuncs_prefer), or NULL. */
const HChar *ifuncs_at(const Ifuncs *f, ULong place);

/* Is this name better than the other one for code that has both?  One that C
   keeps for its library is not; then the names of standard C are behind those of
   its forerunners: strchr and index, memmove and memcpy. */
Bool ifuncs_prefer(const HChar *name, const HChar *other);

#endif
