/* Names of procedures in Fortran's modules, as gfortran and flang write them
   into symbols:

      __module_MOD_procedure        gfortran
      _QMmodulePprocedure           flang: M, S and F are scopes, P the end

   All names are in lower case, but for those of procedures that gfortran makes
   itself.  A procedure outside of modules has its own name, with an underscore
   behind it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FORTRAN_H
#define APROF_FORTRAN_H

/* Return a symbol's name as gdb shows it, module::procedure, or NULL: it is no
   symbol of a module.  The caller frees it. */
char *fortran_decoded(const char *symbol);

#endif
