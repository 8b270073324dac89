# Make a table of raw measurements, whose format common.sh describes.  For each
# program, in the order of first appearance, the table has the ratios of time
# and memory of one tool to another: the median over all rounds of the ratio
# within a round.  Geometric means follow.  The second word of a program's name,
# such as a number of threads, is a group with means of its own.
#
# Variables: columns, a list of TOOL/BASE; format, table or tsv; units, if set,
# the work of a run, so that the table shows a speed instead of the time;
# quantities, the units of the two numbers.
#
# SPDX-License-Identifier: GPL-2.0-or-later

BEGIN {
   FS = "\t"
   n_columns = split(columns, column, " ")
   for (c = 1; c <= n_columns; c++) {
      split(column[c], part, "/")
      tool[c] = part[1]
      base[c] = part[2]
   }
}

{
   if (!($2 in seen)) {
      seen[$2] = 1
      program[++n_programs] = $2
   }
   if ($1 > n_rounds) { n_rounds = $1 }
   if ($4 != "-") {
      seconds[$2, $3, $1] = $4
      kb[$2, $3, $1] = $5
   }
}

# Sort list[1..n]; median() returns its middle value.
function sort_list(n,   i, j, x) {
   for (i = 2; i <= n; i++) {
      x = list[i]
      for (j = i - 1; j > 0 && list[j] > x; j--) { list[j + 1] = list[j] }
      list[j + 1] = x
   }
}

function median(n) {
   sort_list(n)
   return n == 0 ? "" : \
          n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}

# Fill list with the ratios of the rounds, and return their number.
function ratios(value, p, a, b,   r, n) {
   n = 0
   for (r = 1; r <= n_rounds; r++) {
      if ((p, a, r) in value && (p, b, r) in value && value[p, b, r] > 0) {
         list[++n] = value[p, a, r] / value[p, b, r]
      }
   }
   return n
}

function absolute(value, p, a,   r, n) {
   n = 0
   for (r = 1; r <= n_rounds; r++) {
      if ((p, a, r) in value) { list[++n] = value[p, a, r] }
   }
   return median(n)
}

function cell(time, memory) {
   return time == "" ? "-" : sprintf("%.2f / %.2f", time, memory)
}

function put(row, c, text) {
   field[row, c] = text
   if (length(text) > width[c]) { width[c] = length(text) }
}

# Print the means of the programs whose group is `only`, or of all programs.
function means(row, label, only,   c, p, n, wanted, t, m) {
   put(row, 1, label)
   put(row, 2, "")
   for (c = 1; c <= n_columns; c++) {
      n = wanted = t = m = 0
      for (p = 1; p <= n_programs; p++) {
         if (only != "" && group[p] != only) { continue }
         wanted++
         if (time[p, c] != "" && time[p, c] > 0) {
            n++
            t += log(time[p, c])
            m += log(memory[p, c])
         }
      }
      put(row, c + 2, n == 0 ? "-" : cell(exp(t / n), exp(m / n)) \
                      (n < wanted ? " (of " n ")" : ""))
      if (format == "tsv" && n > 0) {
         printf "%s\t%s\t%s\t%.4f\t%.4f\t\t\t%d\t\t\n", label, tool[c],
                base[c], exp(t / n), exp(m / n), n_rounds
      }
   }
}

END {
   unit = n_columns > 0 ? base[1] : "none"
   if (format == "tsv") {
      print "program\ttool\tbase\ttime\tmemory\ttime_low\ttime_high" \
            "\trounds\tbase_seconds\tbase_mb"
   }
   put(0, 1, "program")
   put(0, 2, unit " " (units ? "1/s / MB" : quantities))
   for (c = 1; c <= n_columns; c++) {
      put(0, c + 2, tool[c] (base[c] == unit ? "" : " to " base[c]))
   }
   for (p = 1; p <= n_programs; p++) {
      name = program[p]
      group[p] = split(name, part, " ") > 1 ? part[2] : ""
      s = absolute(seconds, name, unit)
      mb = absolute(kb, name, unit) / 1024
      put(p, 1, name)
      if (units && s) { s = units / s }
      put(p, 2, s == "" ? "-" : sprintf("%.*f / %.0f", units ? 0 : 2, s, mb))
      for (c = 1; c <= n_columns; c++) {
         n = ratios(kb, name, tool[c], base[c])
         memory[p, c] = median(n)
         n = ratios(seconds, name, tool[c], base[c])
         time[p, c] = median(n)
         put(p, c + 2, cell(time[p, c], memory[p, c]))
         if (format == "tsv" && n > 0) {
            printf "%s\t%s\t%s\t%.4f\t%.4f\t%.4f\t%.4f\t%d\t%.3f\t%.1f\n",
                   name, tool[c], base[c], time[p, c], memory[p, c], list[1],
                   list[n], n, absolute(seconds, name, base[c]),
                   absolute(kb, name, base[c]) / 1024
         }
      }
   }
   rows = n_programs
   for (p = 1; p <= n_programs; p++) {
      if (group[p] != "" && !(group[p] in grouped)) {
         grouped[group[p]] = 1
         means(++rows, "mean " group[p], group[p])
      }
   }
   if (rows == n_programs && rows > 1 && n_columns > 0) {
      means(++rows, "geometric mean", "")
   }
   if (format == "tsv") { exit }

   for (r = 0; r <= rows; r++) {
      for (c = 1; c <= n_columns + 2; c++) {
         printf c == 1 ? "| %-*s |" : " %*s |", width[c], field[r, c]
      }
      print ""
      if (r == 0) {
         for (c = 1; c <= n_columns + 2; c++) {
            rule = sprintf("%*s", width[c] + 1, "")
            gsub(/ /, "-", rule)
            printf c == 1 ? "|%s-|" : "%s:|", rule
         }
         print ""
      }
   }
}
