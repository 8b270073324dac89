# Spoil a profile: a few random changes of lines, fields and bytes.
# The same `seed` gives the same spoiled profile.
#
# Usage: awk -v seed=N -f mutate.awk FILE
#
# SPDX-License-Identifier: GPL-2.0-or-later

function any(n) { return int(rand() * n) + 1 }

function spoil_line(   i, j, t) {
   i = any(lines); j = any(lines)
   t = line[i]
   if (rand() < 0.4)
      line[i] = line[j]
   else if (rand() < 0.5) {
      line[i] = line[j]
      line[j] = t
   } else
      line[i] = t "\n" line[j]
}

function spoil_field(   i, n, f, k, s) {
   i = any(lines)
   n = split(line[i], f, "\t")
   k = any(n)
   if (rand() < 0.2)
      f[k] = f[k] "\t" f[any(n)]
   else
      f[k] = nasty[any(nasties)]
   s = f[1]
   for (k = 2; k <= n; k++)
      s = s "\t" f[k]
   line[i] = s
}

function spoil_byte(   i, k) {
   i = any(lines)
   k = any(length(line[i]))
   line[i] = substr(line[i], 1, k - 1) sprintf("%c", any(255)) \
             (rand() < 0.5 ? substr(line[i], k) : substr(line[i], k + 1))
}

BEGIN {
   nasties = split("0 1 2 -1 +1 01 1e3 0x 0x0 0xG 99999999999999999999999 " \
                   "18446744073709551615 18446744073709551616 all mixed same " \
                   "340282366920938463463374607431768211455 " \
                   "340282366920938463463374607431768211456 c o t table rms " \
                   "trms prof end obj fn \\ \\x \\x0 \\x01 \\n separate", \
                   nasty, " ")
   nasty[++nasties] = ""
}

{ line[++lines] = $0 }

END {
   srand(seed)
   for (changes = any(3); changes > 0; changes--) {
      kind = rand()
      if (kind < 0.3)
         spoil_line()
      else if (kind < 0.7)
         spoil_field()
      else if (kind < 0.9)
         spoil_byte()
      else
         lines = any(lines)
   }
   for (i = 1; i < lines; i++)
      print line[i]
   printf "%s%s", line[lines], rand() < 0.9 ? "\n" : ""
}
