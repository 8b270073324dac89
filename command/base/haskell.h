/* Names of Haskell routines, as GHC writes them into symbols ("Z-encoding" in
   the GHC wiki's page on symbol names):

      [package_]Module_name_suffix

   Each part consists of letters and digits only; z and Z begin the codes of
   all other characters, and of tuples.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HASKELL_H
#define APROF_HASKELL_H

/* Return a symbol's name in Haskell, package:Module.name, with its suffix
   unless that is `_info`, the routine's own code.  NULL: it is no Haskell
   symbol, as far as its parts show.  The caller frees it. */
char *haskell_decoded(const char *symbol);

#endif
