# Make a profile of routines, with ../../lib/made.awk; a line describes each:
#
#    NAME OBJECT POWER COST SELF [OUTERMOST [LAST]]
#                                    20 activations at 20 sizes; their costs,
#                                    which grow as size^POWER, add up to COST.
#                                    SELF of it is self cost, OUTERMOST [1] of it
#                                    is of outermost activations, and the three
#                                    largest cost LAST [1] times as much
#    CALLER > CALLEE CALLS COST      an edge
#
# Objects, routines and edges must come in the order of the file.
#
# SPDX-License-Identifier: GPL-2.0-or-later

function whole(x) { return int(x + 0.5) }

$2 == ">" { edges[++edge_count] = $0; next }
NF >= 5 && NF <= 7 {
   names[++count] = $1
   part[count] = NF >= 6 ? $6 : 1
   last[count] = NF == 7 ? $7 : 1
   if (!($2 in objects)) {
      objects[$2] = ++object_count
      object_names[object_count] = $2
   }
   object[count] = objects[$2]
   power[count] = $3; cost[count] = $4; self[count] = $5
   number[$1] = count
   if ($4 * part[count] > total)
      total = $4 * part[count]
}

END {
   begin_profile(total, 20 * count)
   for (o = 1; o <= object_count; o++)
      put("obj\t" o "\t" object_names[o] "\tb0")
   for (r = 1; r <= count; r++)
      routine(r, object[r], names[r])
   for (r = 1; r <= count; r++) {
      sum = 0
      for (s = 1; s <= 20; s++)
         sum += (10 * s) ^ power[r]
      begin_points(r, 20)
      for (s = 1; s <= 20; s++) {
         n = 10 * s
         c = whole(cost[r] * n ^ power[r] / sum * (s > 17 ? last[r] : 1))
         o = whole(c * self[r])
         point(n, c, o, whole(c * part[r]))
      }
      end_points()
   }
   for (e = 1; e <= edge_count; e++) {
      split(edges[e], field)
      put("edge\t" number[field[1]] "\t" number[field[3]] "\t" field[4] "\t" \
          field[5] "\t" field[5])
   }
   end_profile()
}
