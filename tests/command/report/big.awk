# A profile of many routines, each with many sizes, folded threads.
#
# Usage: awk -v routines=N -v sizes=N [-v heavy=N] -f big.awk
#
# The first `heavy` routines cost a million times as much.
#
# SPDX-License-Identifier: GPL-2.0-or-later

function put(text) { print text; lines++ }

function unit(r) { return r <= heavy ? r * 1000000 : r }

BEGIN {
   OFMT = "%.0f"; CONVFMT = "%.0f"
   put("aprof-profile\t1")
   put("creator\t1.0\t3.19.0")
   put("cell-size\t4")
   put("cost\tbb")
   put("threads\tfolded")
   put("run\tcomplete\t\t1\t1700000000\t1700000009\t1\t/bin/big")
   for (r = 1; r <= routines; r++)
      units += unit(r)
   put("total\t" units * sizes * (sizes + 1) / 2 "\t" routines * sizes "\t0\t0\t0\t0\t0")
   put("obj\t1\t/bin/big\tb0")
   for (r = 1; r <= routines; r++)
      put(sprintf("fn\t%d\t1\t0x%x\troutine_%d\t/src/big.c\t%d", r, r * 16, r,
                  r))
   for (r = 1; r <= routines; r++) {
      put("prof\t" r "\tall")
      put("table\ttrms\t" sizes)
      for (s = 1; s <= sizes; s++) {
         c = s * unit(r)
         put("t\t" s "\tc\t1\t" c "\t" c "\t" c "\t" c * c "\t" c "\t" c \
             "\t" c "\t" c * c "\t" c "\t" s "\t" s "\t" s "\t0\t0")
      }
      put("same\text\ttrms")
      put("same\trms\ttrms")
   }
   print "end\t" lines
}
