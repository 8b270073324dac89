# Write the inputs of run, in 30 sizes where it is not a file of all sizes.
#
# SPDX-License-Identifier: GPL-2.0-or-later

function below(n) {
   state = (state * 16807) % 2147483647
   return state % n
}

function word(w, i) {
   for (i = 0; i < 4; i++)
      w = w substr("bcdfghklmnprstvw", 1 + below(16), 1) \
         substr("aeiou", 1 + below(5), 1)
   return w
}

# Words in lines of `length` characters or more.
function text(size, length_of_line, end, out, n, line, w) {
   for (; n < size; n += length(w) + 1) {
      w = word()
      printf "%s", line == 0 ? w : " " w > out
      line += length(w) + 1
      if (line >= length_of_line) {
         printf "%s", end > out
         line = 0
      }
   }
}

BEGIN {
   state = 7
   for (f = 1; f <= 30; f++) {
      printf "`" > "spans.md"
      for (i = 0; i < 10 * f; i++)
         printf "%s  ", word() > "spans.md"
      print "`\n" > "spans.md"
      text(100 * f, 60, "\n", f ".txt")
      if (f <= 10)
         text(100000 + 9000 * f, 100, "\n", f ".blocks")
      print "<root>" > f ".xml"
      for (i = 0; i < 20 * f; i++)
         print "<i/>" > f ".xml"
      print "</root>" > f ".xml"
      printf "[" > f ".json"
      for (i = 0; i < 20 * f; i++)
         printf "%d, ", below(1000) > f ".json"
      print "0]" > f ".json"
      printf "[\"" > f ".text.json"
      text(60 * f, 30, "\\n", f ".text.json")
      print "\"]" > f ".text.json"
   }
   print "<root>" > "attributes.xml"
   for (f = 1; f <= 30; f++) {
      printf "<item" > "attributes.xml"
      for (i = 0; i < 3 * f; i++)
         printf " %s%d='%d'", word(), i, below(100) > "attributes.xml"
      print "/>" > "attributes.xml"
   }
   print "</root>" > "attributes.xml"
}
