/* A parser by recursive descent: the line of each token is counted from the start
   of the text.
   culprit: next line_of

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <cctype>
#include <string>
#include "numbers.h"

struct Token {
   char kind;
   int line;
};

class Lexer {
public:
   explicit Lexer(const std::string &text) : text(text) {}

   Token next()
   {
      while (at < text.size() && std::isspace((unsigned char)text[at]))
         at++;
      size_t start = at;
      if (at == text.size())
         return { 0, line_of(start) };
      if (!std::isdigit((unsigned char)text[at]))
         return { text[at++], line_of(start) };
      while (at < text.size() && std::isdigit((unsigned char)text[at]))
         at++;
      return { '0', line_of(start) };
   }

private:
   const std::string &text;
   size_t at = 0;

   int line_of(size_t end) const
   {
      int line = 1;

      for (size_t i = 0; i < end; i++)
         line += text[i] == '\n';
      return line;
   }
};

class Parser {
public:
   explicit Parser(const std::string &text) : lexer(text), token(lexer.next()) {}

   int program()
   {
      int nodes = 0;

      while (token.kind != 0) {
         nodes += sum();
         take();
      }
      return nodes;
   }

private:
   Lexer lexer;
   Token token;

   void take() { token = lexer.next(); }

   int sum()
   {
      int nodes = product();

      while (token.kind == '+') {
         take();
         nodes += product() + 1;
      }
      return nodes;
   }
   int product()
   {
      int nodes = factor();

      while (token.kind == '*') {
         take();
         nodes += factor() + 1;
      }
      return nodes;
   }
   int factor()
   {
      if (token.kind != '(') {
         take();
         return 1;
      }
      take();
      int nodes = sum();
      take();
      return nodes;
   }
};

static void write_sum(std::string &text, int depth)
{
   int kind = depth > 0 ? number_below(4) : 0;

   if (kind == 0) {
      text += std::to_string(number_below(1000));
      return;
   }
   text += kind == 1 ? "(" : "";
   write_sum(text, depth - 1);
   text += number_below(2) ? " + " : " * ";
   write_sum(text, depth - 1);
   text += kind == 1 ? ")" : "";
}

int main()
{
   std::string text;

   for (int i = 0; i < 300; i++) {
      write_sum(text, 4);
      text += ";\n";
   }
   return Parser(text).program() == 0;
}
