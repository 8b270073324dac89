# Settings for settings.c: sections of 5 to 400 keys.
#
# SPDX-License-Identifier: GPL-2.0-or-later

BEGIN {
   for (section = 1; section <= 30; section++) {
      printf "[section%d]\n", section
      n = 5 + section * 97 % 396
      for (i = 0; i < n; i++)
         printf "  key%d = %d  \n", i * 7919 % n, i
   }
}
