/* Accesses that overlap cells: of every size at every offset, and over the end
   of a page.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "bare.h"

static byte bytes[3 * 4096] __attribute__((aligned(4096)));

#define ACCESS(type) \
   ROUTINE static word read_##type(const byte *p) \
   { \
      return (word)*(const volatile unaligned_##type *)p; \
   } \
   ROUTINE static void write_##type(byte *p, word value) \
   { \
      *(volatile unaligned_##type *)p = (unaligned_##type)value; \
   } \
   ROUTINE static void add_##type(byte *p, word value) \
   { \
      *(volatile unaligned_##type *)p += (unaligned_##type)value; \
   }

typedef byte unaligned_byte;
typedef unsigned short unaligned_short __attribute__((aligned(1)));
typedef unsigned unaligned_int __attribute__((aligned(1)));
typedef word unaligned_word __attribute__((aligned(1)));
typedef unsigned __int128 unaligned_octo __attribute__((aligned(1)));

ACCESS(byte)
ACCESS(short)
ACCESS(int)
ACCESS(word)
ACCESS(octo)

ROUTINE static word forwards(byte *p)
{
   word s = 0;

   for (word i = 0; i < 20; i++) {
      s += read_byte(p + i) + read_short(p + i) + read_int(p + i);
      s += read_word(p + i) + read_octo(p + i);
   }
   return s;
}

ROUTINE static word mixed(byte *p)
{
   word s = 0;

   for (word i = 0; i < 20; i++) {
      write_short(p + i, i);
      s += read_word(p + 2 * i);
      write_byte(p + 3 * i, i);
      s += read_octo(p + i);
      add_int(p + i, 3);
      write_octo(p + 5 * i, i);
      add_short(p + 7 * i, 1);
      s += read_int(p + 9 * i);
      write_int(p + 11 * i, i);
      write_word(p + 13 * i, i);
      add_byte(p + i, 1);
      add_word(p + i, 1);
      add_octo(p + i, 1);
   }
   return s;
}

int program(void)
{
   word s = 0;

   for (word i = 0; i < 9; i++) {
      s += forwards(bytes + i) + mixed(bytes + 100 + i);
      s += forwards(bytes + 4096 - 12 + i) + mixed(bytes + 2 * 4096 - 20 + i);
   }
   return s == 0;
}
