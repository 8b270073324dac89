/* Input of the C++ compiler: containers and algorithms of its library.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

int main(int argc, char **argv)
{
   std::map<std::string, std::vector<int>> places;

   for (int i = 0; i < argc; i++)
      places[argv[i]].push_back(i);
   std::vector<std::pair<int, std::string>> by_number;
   for (const auto &[name, list] : places)
      by_number.emplace_back(list.size(), name);
   std::sort(by_number.rbegin(), by_number.rend());
   for (const auto &[n, name] : by_number)
      std::printf("%d %s\n", n, name.c_str());
}
