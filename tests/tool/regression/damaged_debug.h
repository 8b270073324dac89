/* A section of debug information that is damaged, so that the tool does not read
   any of the program's; Valgrind does not look at this section.

   SPDX-License-Identifier: GPL-2.0-or-later */

__asm__(".section .zdebug_str_offsets,\"\",@progbits\n"
        ".ascii \"not compressed\"\n"
        ".previous");
