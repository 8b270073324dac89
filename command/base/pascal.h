/* Names of routines of Free Pascal, as its compiler writes them into symbols:

      [P$]UNIT_$$_NAME$TYPE$TYPE$$RESULT
      [P$]UNIT$_$CLASS_$__$$_METHOD$TYPE        P$: UNIT is a program
      [P$]UNIT_$_OUTER$TYPE_$$_INNER            a routine within another one

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PASCAL_H
#define APROF_PASCAL_H

/* Return a symbol's name in Pascal, UNIT.CLASS.NAME(TYPE,TYPE), or NULL: it is
   no such symbol.  The caller frees it. */
char *pascal_decoded(const char *symbol);

#endif
