/* A tokenizer that copies the rest of its text after each token.
   culprit: split

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>
#include "numbers.h"

static std::vector<std::string> split(const std::string &text)
{
   std::vector<std::string> tokens;
   std::string rest = text;

   while (!rest.empty()) {
      auto end = rest.find(';');
      tokens.push_back(rest.substr(0, end));
      rest = end == std::string::npos ? "" : rest.substr(end + 1);
   }
   return tokens;
}

static std::string write_row(unsigned n)
{
   std::ostringstream row;

   for (unsigned i = 0; i < n; i++)
      row << "field" << number_below(1000) << ';';
   return row.str();
}

static unsigned frequent(const std::vector<std::string> &tokens)
{
   std::unordered_map<std::string, unsigned> counts;
   unsigned most = 0;

   for (const auto &t : tokens)
      most = std::max(most, ++counts[t]);
   return most;
}

int main()
{
   unsigned sum = 0;

   for (int i = 0; i < 40; i++)
      sum += frequent(split(write_row(10 + number_below(1200))));
   return sum == 0;
}
