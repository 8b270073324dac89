/* Read each file with tinyxml2, walk over its elements and print it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "tinyxml2.h"

using namespace tinyxml2;

static unsigned visit(const XMLElement *e)
{
   unsigned n = 1;

   for (const XMLAttribute *a = e->FirstAttribute(); a != NULL; a = a->Next())
      n += a->IntValue() > 7;
   if (e->FirstChildElement("item") != NULL && e->Attribute("id") != NULL)
      n++;
   for (const XMLElement *c = e->FirstChildElement(); c != NULL;
        c = c->NextSiblingElement())
      n += visit(c);
   return n;
}

int main(int argc, char **argv)
{
   for (int i = 1; i < argc; i++) {
      XMLDocument d;
      if (d.LoadFile(argv[i]) != XML_SUCCESS)
         return 1;
      std::printf("%u\n", visit(d.RootElement()));
      d.Print();
   }
   return 0;
}
