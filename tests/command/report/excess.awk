# Make a profile of one run on an input of a size, with ../../lib/made.awk:
# main calls `find` for each element.  Usage: awk -v kind=KIND -v n=SIZE ...
#
#   calls    the square: find is called n times for each element, on 3 cells
#   started  the same, beside a start that costs far more than the least input
#   once     the square by the one call of find, whose own size is always 3
#   linear   find is called once for each element
#   log      n log n
#   dear     linear, but a cell costs 16 times as much from n = 4000 on
#   full     linear in n, but the input ends at 5000 cells
#   fills    linear in n, but the input grows less and less, to 6500 cells
#   begun    linear in n, but for one call that has begun to cost the square
#   mixed    linear in n, by calls whose own sizes do not explain their cost
#   open     the square, by such calls
#
# grown: of begun, a factor of that.
#
# With outside=1 the program reads its input from outside, and main has always
# the same size, as it has with arguments, of which one may be the size.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# Write the tuple of calls that have the same size and cost.
function calls_of(size, calls, each) {
   put("t\t" size "\tc\t" calls "\t" each "\t" each "\t" calls * each "\t" \
       calls * each * each "\t" each "\t" each "\t" calls * each "\t" \
       calls * each * each "\t" calls * each "\t" size * calls "\t" \
       size * calls "\t" size * calls "\t0\t0")
}

BEGIN {
   calls = kind == "calls" || kind == "started" ? n * n / 100 : kind == "once" ? 1 : n
   each = kind == "once" ? n * n / 10 : kind == "log" ? 10 * log(n) / log(2) : 10
   if (kind == "dear" && n > 4000)
      each *= 16
   input = kind == "full" && n > 4000 ? 5000 + n / 100 : n
   if (kind == "fills" && n > 4000)
      input = 5500 + n / 16
   calls = int(calls)
   each = int(each)
   own = 20 * n + (kind == "started" ? 2000000 : 0)
   if (kind == "begun") {
      calls = 1
      begun[1000] = 1800; begun[2000] = 4400; begun[4000] = 13500
      begun[8000] = 46000; begun[16000] = 202000
      each = int(grown * begun[n])
   }
   mixes = kind == "mixed" || kind == "open"
   if (mixes) {
      calls = int((kind == "open" ? n / 100 : 1) * n / 24) * 24
      each = 55
   }
   cost = own + calls * each
   begin_profile(cost, calls + 1)
}
END {
   put("obj\t1\t/bin/made\t")
   routine(1, 1, "find")
   routine(2, 1, "main")
   begin_points(1, mixes ? 24 : 1)
   for (i = 1; mixes && i <= 24; i++)
      calls_of(10 * i, calls / 24, i % 2 ? 10 : 100)
   if (!mixes)
      calls_of(kind == "begun" ? n : 3, calls, each)
   end_points()
   begin_points(2, 1)
   point(outside || arguments ? 1000 : input, cost, own, cost)
   end_points()
   put("edge\t2\t1\t" calls "\t" calls * each "\t" calls * each)
   end_profile()
}
