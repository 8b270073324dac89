# Write files of 30 sizes, the same on every machine: 1.KIND to 30.KIND, where
# KIND is md (Markdown), xml or json.
#
# SPDX-License-Identifier: GPL-2.0-or-later

function below(n) {
   state = (state * 16807) % 2147483647
   return state % n
}

function word(w, i) {
   for (i = 0; i <= below(3); i++)
      w = w substr("bcdfghklmnprstvw", 1 + below(16), 1) \
         substr("aeiou", 1 + below(5), 1)
   return w
}

function words(n, s) {
   for (s = word(); --n > 0; )
      s = s " " word()
   return s
}

function paragraph(n, s) {
   for (s = words(2); n-- > 0; s = s (below(6) ? " " : "\n")) {
      k = below(14)
      if (k == 0) s = s " *" words(2) "*"
      else if (k == 1) s = s " **" word() "** `" word() "`"
      else if (k == 2) s = s " [" words(2) "](http://" word() "." word() "/)"
      else if (k == 3) s = s " [" word() "][r" below(9) "] &amp; <b>" word() \
         "</b>"
      else if (k == 4) s = s " ![" word() "](<" word() ".png> \"" words(2) "\")"
      else s = s words(3)
   }
   return s
}

function markdown(n, out, i, k) {
   for (i = 0; i < n; i++) {
      k = below(8)
      if (k == 0) print "# " words(3) "\n" > out
      else if (k == 1) print "- " words(4) "\n- " words(5) "\n    1. " \
         words(2) "\n" > out
      else if (k == 2) print "> " paragraph(3) "\n" > out
      else if (k == 3) print "```" word() "\n" words(9) "\n\t" words(3) \
         "\n```\n" > out
      else print paragraph(2 + below(3 * n)) "\n" > out
   }
   for (i = 0; i < 9; i++)
      print "[r" i "]: /" word() " '" word() "'" > out
}

function xml(n, out, i, j, m) {
   print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- " words(n) \
      " -->" > out
   print "<root>" > out
   for (i = 0; i < n; i++) {
      print " <group id=\"" i "\" name='" words(1 + below(n)) "'>" > out
      m = below(n) + 1
      for (j = 0; j < m; j++)
         print "  <item id=\"" below(100) "\" " word() "=\"" word() \
            "&quot;\">" words(1 + below(n)) " &lt;&#65;" (below(3) ? "" : \
            "<![CDATA[" words(3) "]]>") "</item>" > out
      print " </group>" > out
   }
   print "</root>" > out
}

function json(n, out, i, m) {
   printf "{ \"name\": \"%s\",\n  \"items\": [", words(n) > out
   for (i = 0; i < n; i++) {
      printf "%s\n    { \"%s\": %d, \"real\": %.3f, " \
         "\"text\": \"%s\\n\\u00e4\"", \
         i ? "," : "", word(), below(10000) - 5000, below(1000) / 7, \
         words(1 + below(n)) > out
      printf ", \"list\": [" > out
      for (m = below(n); m > 0; m--)
         printf("%d%s", below(1000), m > 1 ? ", " : "") > out
      printf "], \"good\": %s }", below(2) ? "true" : "null" > out
   }
   print "\n  ]\n}" > out
}

BEGIN {
   for (f = 1; f <= 30; f++) {
      state = 1000 + f
      out = f "." kind
      n = 1 + int(f * 1.3)
      if (kind == "md") markdown(n, out)
      else if (kind == "xml") xml(n, out)
      else json(n, out)
      close(out)
   }
}
