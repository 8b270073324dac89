/* A small expression evaluator that throws through several frames: from
   recursion, through destructors, out of callbacks of containers, again from a
   handler, and out of a constructor.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

int alive;

struct Scope {
   std::string name;
   explicit Scope(const std::string &n) : name(n) { alive++; }
   ~Scope() { alive--; }
};

struct Broken {
   Scope scope;
   explicit Broken(int n) : scope("broken")
   {
      if (n % 3 == 0)
         throw std::out_of_range("a third");
   }
};

struct Node {
   char op;
   int value;
   std::unique_ptr<Node> left, right;
   virtual ~Node() = default;
   virtual int eval(int depth) const
   {
      Scope scope("node");
      if (op == 'n')
         return value;
      int a = left->eval(depth + 1), b = right->eval(depth + 1);
      switch (op) {
      case '+': return a + b;
      case '*': return a * b % 1009;
      case '/':
         if (b == 0)
            throw std::runtime_error("division by zero at depth "
                                     + std::to_string(depth));
         return a / b;
      }
      throw depth;
   }
};

std::unique_ptr<Node> tree(unsigned &seed, int depth)
{
   std::unique_ptr<Node> n(new Node);
   seed = seed * 1103515245u + 12345u;
   n->value = seed >> 16 & 7;
   if (depth == 0) {
      n->op = 'n';
      return n;
   }
   n->op = "+*/?"[seed >> 20 & 3];
   if (n->op == '?' && depth > 2)
      n->op = '+';
   n->left = tree(seed, depth - 1);
   n->right = tree(seed, depth - 1);
   return n;
}

int guarded(const Node &n)
{
   try {
      return n.eval(0);
   } catch (const std::runtime_error &e) {
      if (std::string(e.what()).back() % 2 == 0)
         throw;                       /* to the caller */
      return -1;
   }
}

int outer(const Node &n)
{
   Scope scope("outer");
   try {
      return guarded(n);
   } catch (const std::exception &) {
      try {
         throw std::logic_error("another one");
      } catch (...) {
         return -2;
      }
   } catch (int depth) {
      return -100 - depth;
   }
}

bool by_value(int a, int b)
{
   if (a == 17 && b == 17)
      throw std::domain_error("twins");
   return a < b;
}

}

int main()
{
   unsigned seed = 42;
   std::map<int, int> seen;
   std::vector<int> values;

   for (int i = 0; i < 60; i++) {
      int result = outer(*tree(seed, 1 + i % 7));
      seen[result]++;
      values.push_back(i % 20);
      try {
         Broken broken(i);
         values.at(i + i % 2);
      } catch (const std::out_of_range &) {
         seen[-1000]++;
      }
      try {
         std::sort(values.begin(), values.end(), by_value);
      } catch (const std::domain_error &) {
         seen[-2000]++;
      }
   }
   return alive != 0 || seen[-1000] == 0 || seen[-2000] == 0
          || seen[-2] == 0;
}
