/* The escaping of strings in profiles and in tables (docs/file-format.md):
   backslash, tab, newline and carriage return become \\ \t \n \r, every other
   control byte becomes \xHH with lower-case digits.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BASE_ESCAPE_H
#define APROF_BASE_ESCAPE_H

#include <stdbool.h>
#include <stdio.h>

/* Size of the buffer for an escaped byte: at most 4 characters and the NUL. */
#define ESCAPE_BYTE 5

/* Return whether a byte is a control byte of ASCII. */
bool escape_is_control(unsigned char c);

/* Return the escaped form of a byte; a byte that needs no escape is its own
   form.  The string is in `form` or static. */
const char *escape_byte(unsigned char c, char form[ESCAPE_BYTE]);

/* Write a string in its escaped form. */
void escape_put(FILE *f, const char *s);

/* Replace the escapes in a string by their bytes, in place.  Return NULL, or a
   static text that says what is wrong.  Only the canonical form is accepted,
   which escape_put writes. */
const char *escape_undo(char *s);

/* Return the value of a lower-case hexadecimal digit, -1 for other bytes. */
int escape_hex_digit(char c);

#endif
