# Makes a profile of routines that are described one a line:
#
#    NAME COUNT STEP POWER [JUMPS]   activations at COUNT sizes, STEP apart,
#                                    that cost 7 * size^POWER; with JUMPS by
#                                    turns that, and that many times as much
#
# Routines must come in the order of the file.
#
# SPDX-License-Identifier: GPL-2.0-or-later

function put(text) { print text; lines++ }

{ name[NR] = $1; sizes[NR] = $2; step[NR] = $3; power[NR] = $4
  jumps[NR] = NF > 4 ? $5 : 1 }

END {
   OFMT = CONVFMT = "%.0f"
   for (r = 1; r <= NR; r++)
      for (s = 1; s <= sizes[r]; s++) {
         calls++
         cost[r, s] = int(7 * (s * step[r]) ^ power[r] * \
                          (s * s % 7 > 2 ? jumps[r] : 1))
         total += cost[r, s]
      }
   put("aprof-profile\t1")
   put("creator\t1.0\t3.19.0")
   put("cell-size\t4")
   put("cost\tbb")
   put("threads\tfolded")
   put("run\tcomplete\t\t1\t1700000000\t1700000009\t1\t/bin/made")
   put("total\t" total + 0 "\t" calls + 0 "\t0\t0\t0\t0\t0")
   if (NR)
      put("obj\t1\t/bin/made\tb0")
   for (r = 1; r <= NR; r++)
      put(sprintf("fn\t%d\t1\t0x%x\t%s\t/src/made.c\t%d", r, r * 16, name[r], r))
   for (r = 1; r <= NR; r++) {
      put("prof\t" r "\tall")
      put("table\ttrms\t" sizes[r])
      for (s = 1; s <= sizes[r]; s++) {
         n = s * step[r]
         c = cost[r, s]
         put("t\t" n "\tc\t1\t" c "\t" c "\t" c "\t" c * c "\t" c "\t" c "\t" \
             c "\t" c * c "\t" c "\t" n "\t" n "\t" n "\t0\t0")
      }
      put("same\text\ttrms")
      put("same\trms\ttrms")
   }
   print "end\t" lines
}
