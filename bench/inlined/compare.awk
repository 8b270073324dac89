# Compare three reports, for the table of run.  Files: the routines with a loop,
# and the reports of the program without inlining, as it is shipped, and with
# --inline=no.
#
# Routines whose names without scope, parameters and arguments of templates are
# equal in one file are one, since an inlined routine has such a name.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# A routine's name without what compilers add.
function plain(name) {
   sub(/@[^ ]*:[0-9]+$/, "", name)
   sub(/ \[clone .*/, "", name)
   gsub(/\.(constprop|isra|lto_priv)\.[0-9]+/, "", name)
   return name
}

# Without scope, parameters and arguments of templates, which symbols and debug
# information write in different ways.
function bare(name, i, c, depth, out) {
   name = plain(name)
   if (name ~ /operator/)
      return name
   gsub(/\(anonymous namespace\)/, "anonymous", name)
   for (i = 1; i <= length(name); i++) {
      c = substr(name, i, 1)
      if (c == "(" && depth == 0)
         break
      depth += c == "<"
      if (depth == 0)
         out = c == ":" || c == " " ? "" : out c
      depth -= c == ">"
   }
   return out
}

function base(file) {
   sub(/.*\//, "", file)
   return file
}

function near(a, b) {
   return a - b <= 0.02 * b && b - a <= 0.02 * b
}

FNR == 1 { kind++ }

kind == 1 { loops[plain($0)] = 1; next }

FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }

$column["object"] !~ ("/" program "\\.(plain|shipped)$") { next }

# Routines of the system's headers are not measured where they are inlined.
$column["file"] ~ /^\/usr\// { next }

# The rest of a split routine is a routine of its own.
$column["routine"] ~ /\.part\.[0-9]+/ { next }

{
   full = plain($column["routine"])
   key = bare($column["routine"]) "\t" base($column["file"])
   is_bare = full !~ /(::|\))[^<>]*$/ && full !~ /^[^<]*::/
}

# Routines of one name that are told by lines: NAME@FILE:LINE.
kind == 2 { starts[key] = starts[key] " " $column["line"] "=" (full in loops) }
kind > 2 && is_bare && match($column["routine"], /@[^ ]*:[0-9]+$/) {
   line = $column["routine"]
   sub(/.*:/, "", line)
   best = with_loop = 0
   n_starts = split(starts[key], start, " ")
   for (i = 1; i <= n_starts; i++) {
      split(start[i], part, "=")
      if (part[1] <= line + 0 && part[1] >= best) {
         best = part[1] + 0
         with_loop = part[2]
      }
   }
   if (!with_loop)
      next
}

kind == 2 && full in loops {
   member[key, full] = 1
   members[key]++
   plain_calls[key] += $column["calls"]
   class[key] = $column["class"]
   sizes[key] = $column["points_trms"]
}

kind > 2 && (is_bare || (key, full) in member) {
   calls[kind, key] += $column["calls"]
   if (!((kind, key) in most) || most[kind, key] < $column["points_trms"]) {
      most[kind, key] = $column["points_trms"]
      class_of[kind, key] = $column["class"]
   }
}

END {
   for (key in plain_calls) {
      group = near(calls[4, key], plain_calls[key]) ? "there" : "away"
      n[group]++
      good = near(calls[3, key], plain_calls[key])
      right[group] += good
      has_class = members[key] == 1 && sizes[key] >= 8
      n_sizes[group] += has_class
      same = class_of[3, key] == class[key]
      right_class[group] += has_class && same
      if (list && (!good || (has_class && !same)))
         printf "-\t%s %s %s: calls %d, %d with -fno-inline; class %s, %s\n",
            program, group, key, calls[3, key], plain_calls[key],
            class_of[3, key], has_class ? class[key] : "-"
   }
   printf "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", program, n["away"],
      right["away"], n_sizes["away"], right_class["away"], n["there"],
      right["there"], n_sizes["there"], right_class["there"]
}
