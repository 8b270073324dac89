# Predictions of aprof what-if against the truth, at several quanta: the medians
# of the quanta that the command takes by default are compared.  If an
# instruction decides who is first, then they differ by chance, in the truth as
# well: then the medians of five quanta, within half of the range of either.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# compare COMMAND...: set $error.  `COMMAND... QUANTA` appends to the file `gains`
# a line for each quantum: the gain that is predicted, and the true one.
compare() {
   : >gains
   "$@" '5000 2500'
   error=$(error)
   is_small "$error" || {
      "$@" '3750 3125 4375'
      error=$(error)
   }
}

# error: print the difference of the medians, and what is allowed.
error() {
   awk 'function put(list, n, v) {
           for (; n > 1 && list[n - 1] > v; n--) list[n] = list[n - 1]
           list[n] = v }
        function median(list) {
           return (list[int((NR + 1) / 2)] + list[int(NR / 2) + 1]) / 2 }
        function range(list) { return (list[NR] - list[1]) / 2 }
        { put(p, NR, $1 + 0); put(t, NR, $2 + 0) }
        END { if (NR < 2) exit
              allowed = range(p) > range(t) ? range(p) : range(t)
              if (NR == 2 || allowed < 0.2) allowed = 0.2
              printf "%.3f of %.3f", median(p) - median(t), allowed }' gains
}

is_small() {
   awk -v e="$1" 'BEGIN { exit !(split(e, f, " ") == 3 && f[1] <= f[3] + 0 &&
                                 -f[1] <= f[3] + 0) }'
}
