# Profiles for the tests of the page.
#
#    awk [-v old=1] [-v file=SOURCE] [-v big=1] -f profile.awk
#
# Without `big`: quadratic (linear with `old`), whose rms differs from its trms,
# in two threads; linear; names that look like markup; a routine
# with two callers.  With `big`: 5,000 routines with 200,000 points in all.
#
# SPDX-License-Identifier: GPL-2.0-or-later

function put(text) { print text; lines++ }

function fn(number, name) {
   put(sprintf("fn\t%d\t%d\t0x%x\t%s\t%s\t%s", number,
               number <= 5 ? 1 : 2, number * 16, name, number == 1 ? file : "",
               number == 1 && file != "" ? 12 : ""))
   routines = number
}

# One call of size n; the parts that the kernel and other threads wrote.
function tuple(n, key, calls, cost, rms, kernel, thread) {
   put(sprintf("t\t%d\tc\t%d\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f" \
               "\t%.0f\t%d\t%d\t%d\t%d\t%d", key, calls, cost, cost,
               calls * cost, calls * cost * cost, cost, cost, calls * cost,
               calls * cost * cost, calls * cost, calls * rms,
               calls * (rms + kernel), calls * n, calls * kernel,
               calls * thread))
   total += calls * cost
}

function same() { put("same\text\ttrms"); put("same\trms\ttrms") }

function cost_of(n) { return old ? 7 * n + 40 : 2 * n * n + 3 * n + 40 }

function small(   i, t) {
   for (t = 1; t <= 2; t++) {
      put("prof\t1\t" t)
      put("table\ttrms\t30")
      for (i = 1; i <= 30; i++)
         tuple(20 * i, 20 * i, i % 3 + 1, cost_of(20 * i) + t, 10 * i, 6 * i,
               4 * i)
      put("table\text\t30")
      for (i = 1; i <= 30; i++)
         tuple(20 * i, 16 * i, i % 3 + 1, cost_of(20 * i) + t, 10 * i, 6 * i,
               4 * i)
      put("table\trms\t30")
      for (i = 1; i <= 30; i++)
         tuple(20 * i, 10 * i, i % 3 + 1, cost_of(20 * i) + t, 10 * i, 6 * i,
               4 * i)
   }
   for (t = 2; t <= routines; t++) {
      put("prof\t" t "\t1")
      put("table\ttrms\t12")
      for (i = 1; i <= 12; i++)
         tuple(50 * i, 50 * i, 1, 3 * t * 50 * i, 50 * i, 0, 0)
      same()
   }
   put("edge\t1\t4\t5\t50\t50")
   for (t = 2; t <= 3; t++)
      put("edge\t" t "\t1\t30\t" 1000 * t "\t" 1000 * t)
}

# Most routines have few sizes, as in any program.
function large(   r, i, n) {
   for (r = 1; r <= 5000; r++) {
      n = r == 1 ? 100000 : r % 50 == 0 ? 854 : 3
      put("prof\t" r "\t1")
      put("table\ttrms\t" n)
      for (i = 1; i <= n; i++)
         tuple(i, i, 1, r == 1 ? 5 * i + (i * 7919) % 1000 : 3 * i + r, i, 0, 0)
      same()
   }
}

BEGIN {
   put("aprof-profile\t1")
   put("creator\t1.0\t3.19.0")
   put("cell-size\t4")
   put("cost\tbb")
   put("threads\tseparate")
   put("run\tcomplete\t\t7\t1700000000\t1700000009\t2\t/bin/prog\t--size\t" \
       "two words")
   put("total\t100000000\t9000\t3000000\t3400000\t3900000\t400000\t500000")
   put("obj\t1\t/bin/prog\tb1")
   put("obj\t2\t/lib/libwork.so\tb2")
   if (big) {
      for (i = 1; i <= 5000; i++)
         put(sprintf("fn\t%d\t%d\t0x%x\troutine_%d\t\t", i, i <= 2500 ? 1 : 2,
                     i * 16, i))
      large()
   } else {
      fn(1, "quadratic"); fn(2, "linear")
      fn(3, "caller of it all"); fn(4, "<script>window.hurt=1</script>")
      fn(5, "</script><img src=x onerror=window.hurt=2>")
      fn(6, "\"><svg onload=window.hurt=3>")
      fn(7, "<!--<script>"); fn(8, "${7*7}&lt;b&gt;")
      fn(9, "__proto__"); fn(10, "constructor")
      small()
   }
   print "end\t" lines
}
