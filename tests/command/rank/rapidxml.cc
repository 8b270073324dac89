/* The workload of tests/command/rank/run for rapidxml: documents are parsed and
   printed.

   SPDX-License-Identifier: GPL-2.0-or-later */

unsigned long planted;   /* what the planted loops do */

#include <iterator>
#include <string>
#include "rapidxml.hpp"
#include "rapidxml_print.hpp"
#include "read_file.h"

static unsigned parse_and_print(const char *name)
{
   char *text = read_file(name);
   rapidxml::xml_document<> *document = new rapidxml::xml_document<>;
   std::string out;

   document->parse<0>(text);
   rapidxml::print(std::back_inserter(out), *document, 0);
   delete document;
   free(text);
   return out.size();
}

int main(int argc, char **argv)
{
   unsigned sum = 0;

   for (int i = 1; i < argc; i++)
      sum += parse_and_print(argv[i]);
   return sum == 0;
}
