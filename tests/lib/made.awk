# Functions that write an artificial profile piece by piece, for scripts that
# define its contents: `awk -f made.awk -f SCRIPT`.  arguments: those of the
# program, each with a tab before it.
#
# SPDX-License-Identifier: GPL-2.0-or-later

BEGIN { OFMT = CONVFMT = "%.0f" }

function put(text) { print text; lines++ }

function begin_profile(cost, calls) {
   put("aprof-profile\t1")
   put("creator\t1.0\t3.19.0")
   put("cell-size\t4")
   put("cost\tbb")
   put("threads\tfolded")
   put("run\tcomplete\t\t1\t1700000000\t1700000009\t1\t/bin/made" arguments)
   put("total\t" cost + 0 "\t" calls + 0 "\t0\t0\t0\t0\t0")
}

function routine(number, object, name) {
   put(sprintf("fn\t%d\t%d\t0x%x\t%s\t/src/made.c\t%d", number, object,
               number * 16, name, number))
}

function begin_points(number, count) {
   put("prof\t" number "\tall")
   put("table\ttrms\t" count)
}

# Write the tuple of one activation.
function point(size, cost, own, outermost) {
   put("t\t" size "\tc\t1\t" cost "\t" cost "\t" cost "\t" cost * cost "\t" \
       own "\t" own "\t" own "\t" own * own "\t" outermost "\t" size "\t" \
       size "\t" size "\t0\t0")
}

function end_points() {
   put("same\text\ttrms")
   put("same\trms\ttrms")
}

function end_profile() { print "end\t" lines }
