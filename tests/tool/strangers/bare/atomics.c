/* Locked operations, with and without success, of every size.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "bare.h"

static word words[64] __attribute__((aligned(64)));

#define LOCKED(name, type, instructions) \
   ROUTINE static type name(type *p, type value, type expected) \
   { \
      __asm__ volatile(instructions \
                       : "+m"(*p), "+r"(value), "+a"(expected) \
                       : : "memory", "cc"); \
      return value + expected; \
   }

LOCKED(exchange_byte, byte, "xchg %1, %0")
LOCKED(exchange_word, word, "xchg %1, %0")
LOCKED(add_byte, byte, "lock xadd %1, %0")
LOCKED(add_int, unsigned, "lock xadd %1, %0")
LOCKED(add_word, word, "lock add %1, %0")
LOCKED(or_short, unsigned short, "lock or %1, %0")
LOCKED(increment, unsigned, "lock incl %0")
LOCKED(swap_byte, byte, "lock cmpxchg %1, %0")
LOCKED(swap_int, unsigned, "lock cmpxchg %1, %0")
LOCKED(swap_word, word, "lock cmpxchg %1, %0")
LOCKED(swap_unlocked, word, "cmpxchg %1, %0")
LOCKED(set_bit, word, "lock bts %1, %0")
LOCKED(reset_bit, unsigned, "btr %1, %0")
LOCKED(test_bit, word, "bt %1, %0")

ROUTINE static int swap_eight(word *p, unsigned low, unsigned high)
{
   byte done;

   __asm__ volatile("lock cmpxchg8b %1\nsete %0"
                    : "=q"(done), "+m"(*p), "+a"(low), "+d"(high)
                    : "b"(1), "c"(2) : "memory", "cc");
   return done;
}

ROUTINE static int swap_sixteen(word *p, word low, word high)
{
   byte done;

   __asm__ volatile("lock cmpxchg16b %1\nsete %0"
                    : "=q"(done), "+m"(*(word (*)[2])p), "+a"(low), "+d"(high)
                    : "b"(1L), "c"(2L) : "memory", "cc");
   return done;
}

ROUTINE static void all(word *p)
{
   byte *b = (byte *)p;

   exchange_byte(b + 1, 3, 0);
   exchange_word(p + 1, 3, 0);
   add_byte(b + 17, 3, 0);
   add_int((unsigned *)(b + 20), 3, 0);
   add_word(p + 3, 3, 0);
   or_short((unsigned short *)(b + 34), 3, 0);
   increment((unsigned *)(b + 36), 3, 0);
   for (byte i = 0; i < 2; i++) {
      swap_byte(b + 40, 1, i);
      swap_int((unsigned *)(b + 44), 1, i);
      swap_word(p + 6, 1, i);
      swap_unlocked(p + 7, 1, i);
      swap_eight(p + 8, i, 0);
      swap_sixteen(p + 10, i, 0);
   }
   set_bit(p + 12, 70, 0);
   reset_bit((unsigned *)(p + 13), 70, 0);
   test_bit(p + 15, 1, 0);
}

int program(void)
{
   all(words);
   all(words + 16);
   all(words);
   return 0;
}
