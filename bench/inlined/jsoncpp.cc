/* Read each file with jsoncpp, and write what it has; with -t in a thread for
   each file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "json/json.h"

#include <cstring>
#include <fstream>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex out;

static void copy(const char *name)
{
   std::ifstream in(name);
   Json::Value v;
   Json::CharReaderBuilder reader;
   std::string errors;
   if (!Json::parseFromStream(reader, in, &v, &errors))
      std::exit(1);
   Json::StreamWriterBuilder writer;
   std::string text = Json::writeString(writer, v) + '\n'
                      + Json::StyledWriter().write(v)
                      + Json::FastWriter().write(v);
   Json::Value other(v);
   std::lock_guard<std::mutex> lock(out);
   std::cout << text << (other == v) << other.size() << '\n';
}

int main(int argc, char **argv)
{
   std::vector<std::thread> threads;
   bool has_threads = argc > 1 && std::strcmp(argv[1], "-t") == 0;
   for (int i = 1 + has_threads; i < argc; i++)
      if (has_threads)
         threads.emplace_back(copy, argv[i]);
      else
         copy(argv[i]);
   for (std::thread &t : threads)
      t.join();
   return 0;
}
