-- Frequent operations of scripts: tables, strings, closures, methods, garbage.
-- Argument: the number of rounds.
--
-- SPDX-License-Identifier: GPL-2.0-or-later

local rounds = tonumber(arg[1])

local function sieve(n)
   local composite, primes = {}, {}
   for i = 2, n do
      if not composite[i] then
         primes[#primes + 1] = i
         for j = i * i, n, i do composite[j] = true end
      end
   end
   return #primes
end

local function fib(n)
   if n < 2 then return n end
   return fib(n - 1) + fib(n - 2)
end

local function words(n)
   local count, parts = {}, {}
   for i = 1, n do
      parts[#parts + 1] = "word" .. (i * 7919 % 97)
   end
   for word in table.concat(parts, " "):gmatch("%a+%d+") do
      count[word] = (count[word] or 0) + 1
   end
   local names = {}
   for name in pairs(count) do names[#names + 1] = name end
   table.sort(names)
   return (table.concat(names, ","):upper():gsub("WORD", "w"))
end

local function counters(n)
   local list = {}
   for i = 1, n do
      local value = i
      list[i] = function(step) value = value + step; return value end
   end
   local sum = 0
   for i = 1, n do sum = sum + list[i](i % 3) end
   return sum
end

local Queue = {}
Queue.__index = Queue
function Queue.new() return setmetatable({ first = 1, last = 0 }, Queue) end
function Queue:push(x) self.last = self.last + 1; self[self.last] = x end
function Queue:pop()
   local x = self[self.first]
   self[self.first] = nil
   self.first = self.first + 1
   return x
end

local function queue(n)
   local q, sum = Queue.new(), 0
   for i = 1, n do q:push({ value = i }) end
   for _ = 1, n do sum = sum + q:pop().value end
   return sum
end

local function matrix(n)
   local a = {}
   for i = 1, n do
      a[i] = {}
      for j = 1, n do a[i][j] = (i * j) % 7 + 0.5 end
   end
   local trace = 0
   for i = 1, n do
      for j = 1, n do
         local s = 0
         for k = 1, n do s = s + a[i][k] * a[k][j] end
         if i == j then trace = trace + s end
      end
   end
   return trace
end

for _ = 1, rounds do
   print(sieve(5000), fib(15), #words(1500), counters(1500), queue(1500),
         matrix(20))
end
