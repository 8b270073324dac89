/* The workload of tests/command/rank/run for rapidjson: values are parsed and
   written.

   SPDX-License-Identifier: GPL-2.0-or-later */

unsigned long planted;   /* what the planted loops do */

#include "rapidjson/document.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"
#include "read_file.h"

static unsigned parse_and_write(const char *name)
{
   char *text = read_file(name);
   rapidjson::Document document;
   rapidjson::StringBuffer buffer;
   rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);

   document.Parse(text);
   document.Accept(writer);
   free(text);
   return buffer.GetSize();
}

int main(int argc, char **argv)
{
   unsigned sum = 0;

   for (int i = 1; i < argc; i++)
      sum += parse_and_write(argv[i]);
   return sum == 0;
}
