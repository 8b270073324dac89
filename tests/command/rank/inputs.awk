# Make xml/ and json/: documents of growing size, some with many children or
# elements, some with many attributes or members, some with a long text or
# string.
#
# SPDX-License-Identifier: GPL-2.0-or-later

function begin(kind, shape, n) { file = kind "/" shape n; printf "" > file }
function add(text) { printf "%s", text > file }

function xml_children(n,   i) {
   begin("xml", "children", n)
   add("<all>\n")
   for (i = 0; i < n; i++)
      add("  <item id=\"" i * 31 "\">" i * 77 "</item>\n")
   add("</all>\n")
}
function xml_attributes(n,   i, k) {
   begin("xml", "attributes", n)
   add("<all>\n  <item>")
   add("</item>\n  <item")
   for (i = 0; i < n; i++)
      add(" name" i "=\"value " i * 31 "\"")
   add("/>\n</all>\n")
}
function xml_text(n,   i) {
   begin("xml", "text", n)
   add("<all><title>Text</title>&amp;")
   for (i = 0; i < n; i++)
      add(i % 5 == 4 ? "&lt;" : "word ")
   add("</all>\n")
}
function json_array(n,   i) {
   begin("json", "array", n)
   add("[")
   for (i = 0; i < n; i++)
      add((i ? ", " : "") i * 31)
   add("]\n")
}
function json_object(n,   i) {
   begin("json", "object", n)
   add("{")
   for (i = 0; i < n; i++)
      add((i ? ", " : "") "\"key" i "\": " (i % 3 ? i * 77 : "true"))
   add("}\n")
}
function json_string(n,   i) {
   begin("json", "string", n)
   add("\"")
   for (i = 0; i < n; i++)
      add(i % 5 == 4 ? "\\n" : "word ")
   add("\"\n")
}

BEGIN {
   for (n = 4; n <= 400; n = int(n * 1.2) + 1) {
      xml_children(n); close(file)
      xml_attributes(n); close(file)
      xml_text(n); close(file)
      json_array(n); close(file)
      json_object(n); close(file)
      json_string(n); close(file)
   }
}
