/* Read each file with pugixml, search it with XPath and print it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "pugixml.hpp"

#include <iostream>

int main(int argc, char **argv)
{
   for (int i = 1; i < argc; i++) {
      pugi::xml_document d;
      if (!d.load_file(argv[i]))
         return 1;
      std::cout << d.select_nodes("//item[@id > 20]").size() << ' '
                << d.select_nodes("//item[contains(., 'ba')]/@id").size() << ' '
                << d.select_nodes("/root/group[position() < 4]/item | //group")
                      .size()
                << '\n';
      for (pugi::xml_node g : d.document_element().children("group"))
         if (g.child("item") && g.attribute("id").as_int() % 3 == 0)
            g.append_child("last").append_attribute("of").set_value(
               g.attribute("id").as_string());
      d.save(std::cout);
   }
   return 0;
}
