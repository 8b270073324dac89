# A profile with random numbers: the same variables give the same profile.
#
# Usage: awk -v seed=N [-v routines=N] [-v sizes=N] [-v edges=N] [-v first=N]
#            [-v build=NAME] [-v separate=1] [-v rounded=1] [-v optional=1]
#            -f profile.awk
#
# Routines are called routine_FIRST and so on; every eighth has the name and
# the file of the routine before it, so that only their places differ.
# With a build named, the places differ from those of other builds.  With
# `rounded` every third routine's sizes are rounded to a few digits.  With
# `optional` records of all kinds have optional ones.
#
# SPDX-License-Identifier: GPL-2.0-or-later

function any(n) { return int(rand() * n) + 1 }

function put(text) { print text; lines++ }

function put_fn(number, object, place, name) {
   put(sprintf("fn\t%d\t%d\t0x%x\t%s\t/src/%s.cc\t%d", number, object, place,
               name, object == 1 ? "app" : "lib", any(900)))
}

function put_tuple(size, kind,   calls, c, s) {
   calls = any(9)
   c = any(1000)
   s = any(c)
   put("t\t" size "\t" kind "\t" calls "\t" c "\t" c + 7 "\t" c * calls + 7 \
       "\t" c * c * calls "\t" s "\t" s + 3 "\t" s * calls + 3 "\t" \
       s * s * calls "\t" c * calls "\t" size * calls "\t" size * calls \
       "\t" size * calls "\t" any(3) - 1 "\t" any(3) - 1)
}

# With its most significant binary digits only.
function round(size,   unit) {
   for (unit = 1; size >= unit * 2 ^ digits; unit *= 2);
   return size - size % unit
}

# Optional records of the last record put: sorted, some of them equal to those
# of other profiles, some with references, some with sums.
function put_optional(   line, where) {
   if (!optional || rand() < 0.5)
      return
   put("x-range\t" any(2) "\t" any(3))
   if (rand() < 0.5)
      put("x-routine\t\\fn:" any(routines) "\ta\\tb\t\\fn:" any(routines))
   put("x-sum-calls\t1\t" any(99))
   where = any(2)
   for (line = 1; line <= 3; line++)
      if (rand() < 0.5)
         put("x-sum-lines\t2\t\\fn:" where "\t" line "\t" any(99) "\t" \
             any(2) "00000000000000000000")
}

function put_table(metric,   i, n, size) {
   n = any(sizes)
   size = 0
   put("table\t" metric "\t" n)
   for (i = 1; i <= n; i++) {
      for (size += any(3); digits && round(size) != size; size++);
      put_tuple(size, i < n ? "c" : "o")
   }
}

function put_prof(number, thread) {
   put("prof\t" number "\t" thread)
   digits = rounded && number % 3 == 0 ? any(3) : 0
   if (digits)
      put("rounded\t" digits)
   put_table("trms")
   own = rand() < 0.5
   if (own)
      put_table("ext")
   else
      put("same\text\ttrms")
   if (rand() < 0.5)
      put("same\trms\t" (own ? "ext" : "trms"))
   else
      put_table("rms")
   put_optional()
}

BEGIN {
   srand(seed)
   if (!routines) routines = 20
   if (!sizes) sizes = 6
   if (!first) first = 1
   if (build == "") build = "b0"
   shift = build == "b0" ? 0 : 64 * (substr(build, 2) + 0)
   put("aprof-profile\t1")
   put("creator\t1." any(2) "\t3.19.0")
   put("cell-size\t4")
   put("cost\tbb")
   put("threads\t" (separate ? "separate" : "folded"))
   put("run\tcomplete\t\t" seed "\t1700000000\t1700000009\t3\t/bin/app\t" seed)
   put("total\t" any(9999) "\t" any(999) "\t" any(99) "\t" any(99) "\t" \
       any(99) "\t" any(9) "\t" any(9))
   put_optional()
   put("obj\t1\t/bin/app\t" build)
   put_optional()
   put("obj\t2\t/lib/lib.so\tlib")
   put_optional()
   for (r = 1; r <= routines; r++) {
      n = first + r - 1
      put_fn(r, 1, 16 * n + shift, "routine_" (n % 8 ? n : n - 1))
      put_optional()
   }
   put_fn(routines + 1, 2, 4096, "in_library")
   put_optional()
   for (r = 1; r <= routines + 1; r++) {
      if (!separate)
         put_prof(r, "all")
      else
         for (t = 1; t <= 3; t++)
            if (rand() < 0.6)
               put_prof(r, t)
   }
   for (r = 1; r <= routines; r++)
      for (e = 1; e <= edges && r + e <= routines + 1; e++) {
         put("edge\t" r "\t" r + e "\t" any(9) "\t" 99 + any(999) "\t" any(99))
         put_optional()
      }
   print "end\t" lines
}
