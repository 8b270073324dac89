/* A program without a libc: only what the source says is executed, and no
   system call but the last one.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define ROUTINE __attribute__((noinline, noclone))
#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef unsigned char byte;
typedef unsigned long word;

int program(void);      /* the other file defines it */

/* Valgrind searches for symbols only in files that also have data to map. */
__attribute__((used)) static word data = 1;

__attribute__((noreturn, used)) static void finish(void)
{
   word status = (word)program();

   __asm__ volatile("syscall" : : "a"(60L), "D"(status) : "memory");
   __builtin_unreachable();
}

__asm__(".globl _start\n"
        ".type _start, @function\n"
        "_start: xor %ebp, %ebp\n"
        "   and $-16, %rsp\n"
        "   call finish\n"
        ".size _start, . - _start\n");

/* Functions that compilers call although the source does not. */
void *memcpy(void *to, const void *from, word n)
{
   byte *t = to;
   const byte *f = from;

   for (word i = 0; i < n; i++)
      t[i] = f[i];
   return to;
}

void *memset(void *to, int value, word n)
{
   byte *t = to;

   for (word i = 0; i < n; i++)
      t[i] = (byte)value;
   return to;
}
