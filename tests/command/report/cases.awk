# A profile of one routine with highest, mean and lowest costs of a kind at each
# size.
#
# Usage: awk -v kind=KIND -f cases.awk
#
# SPDX-License-Identifier: GPL-2.0-or-later

function put(text) { print text; lines++ }

# A tuple of `calls` activations: all activations except one cost the least.
function tuple(size, calls, least, most,   sum, squares) {
   sum = (calls - 1) * least + most
   squares = (calls - 1) * least * least + most * most
   tuples[++count] = "t\t" size "\tc\t" calls "\t" least "\t" most "\t" sum \
                     "\t" squares "\t" least "\t" most "\t" sum "\t" squares \
                     "\t" sum "\t" size * calls "\t" size * calls "\t" \
                     size * calls "\t0\t0"
}

BEGIN {
   OFMT = CONVFMT = "%.0f"
   if (kind == "empty")
      tuple(0, 10, 5, 500)
   for (n = 10; n < 10000 && kind != "empty"; n = int(n * 1.3)) {
      if (kind == "amortised")
         tuple(n, 1000000, n, n * n)
      else if (kind == "steady")
         tuple(n, 2, n * n, 2 * n * n)
      else if (kind == "register" && count < 3)
         tuple(10 + count, 10, 20, 2000 * n)
      else if (kind == "few" && count < 3)
         tuple(10 + count, 10, 20, 20)
   }
   put("aprof-profile\t1")
   put("creator\t1.0\t3.19.0")
   put("cell-size\t4")
   put("cost\tbb")
   put("threads\tfolded")
   put("run\tcomplete\t\t1\t1700000000\t1700000009\t1\t/bin/cases")
   put("total\t1000000000\t1\t0\t0\t0\t0\t0")
   put("obj\t1\t/bin/cases\tb0")
   put("fn\t1\t1\t0x10\tcases\t/src/cases.c\t1")
   put("prof\t1\tall")
   put("table\ttrms\t" count)
   for (i = 1; i <= count; i++)
      put(tuples[i])
   put("same\text\ttrms")
   put("same\trms\ttrms")
   print "end\t" lines
}
