# What mawk runs: words of several files, with most functions of the language.
#
# SPDX-License-Identifier: GPL-2.0-or-later

function largest(list, n, i, best) {
   for (i = 1; i <= n; i++)
      if (list[i] > best)
         best = list[i]
   return best
}

FNR == 1 { files++; text = "" }

{
   text = text substr($0, 1, 60) "\n"
   gsub(/[^a-z ]+/, "")
   for (i = 1; i <= NF; i++)
      count[$i]++
   $2 = toupper($1)
   line[FNR] = $0
   if (match($0, /(ba|ko)+[a-z]*d/))
      found[substr($0, RSTART, RLENGTH)] = index($0, "ri")
}

FNR % 10 == 0 {
   n = split(text, parts, /[ \n]+/)
   m = split(text, letters, "")
   total += n + m + length(text) + largest(parts, n)
   sub(/a+/, "<&>", text)
   printf "%5d %-20s %.3f %s\n", n, parts[n], total / 7, sprintf("%x", m)
}

END {
   for (w in count)
      if (count[w] > 3)
         print w, count[w] | "sort >/dev/null"
   for (w in found)
      delete count[w]
   print files, total, tolower(text)
}
