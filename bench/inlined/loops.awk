# Read objdump -d, and print the name of each routine that has a loop: a jump
# backwards to an instruction from which the jump can be reached, or a repeated
# string instruction.  A jump whose target is computed, by an addition or from a
# table, may lead to each instruction that stands behind one that never goes on,
# and that no other jump leads to.  Another jump to the address in a register is
# a call, with which the routine ends.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# Can `from`, an index, be reached from `to`?
function reaches(to, from, seen, stack, n, i, k) {
   stack[n = 1] = to
   while (n > 0) {
      i = stack[n--]
      if (i == from)
         return 1
      if (i > count || i in seen)
         continue
      seen[i] = 1
      if (i in indirect)
         for (k = 2; k <= count; k++)
            if (k - 1 in ends && !(k in is_target))
               stack[++n] = k
      if (!(i in ends))
         stack[++n] = i + 1
      if (i in target && target[i] in index_of)
         stack[++n] = index_of[target[i]]
   }
   return 0
}

function finish(i, t) {
   for (i in target)
      if (target[i] in index_of)
         is_target[index_of[target[i]]] = 1
   for (i = 1; i <= count && !loop; i++)
      if (i in target && target[i] in index_of &&
          (t = index_of[target[i]]) <= i)
         loop = reaches(t, i)
   if (loop)
      print name
   count = loop = 0
   delete target
   delete index_of
   delete ends
   delete is_target
   delete indirect
   delete computed
}

BEGIN {
   never = "<(__assert_fail|abort|exit|_exit|__stack_chk_fail|__cxa_rethrow|" \
           "__cxa_throw|_Unwind_Resume|std::terminate\\(\\)|" \
           "std::__throw_[a-z_]*(\\(char const\\*\\))?)(@plt)?>"
}

/^[0-9a-f]+ <.*>:$/ {
   finish()
   name = $0
   sub(/^[0-9a-f]+ </, "", name)
   sub(/>:$/, "", name)
   next
}

/^ *[0-9a-f]+:/ {
   address = $1
   sub(/:$/, "", address)
   index_of[address] = ++count
   op = $2
   if (op ~ /^(bnd|notrack)$/)
      op = $3
   if (op ~ /^j/ && match($0, /[0-9a-f]+ </))
      target[count] = substr($0, RSTART, RLENGTH - 2)
   if (op ~ /^jmp/ && match($0, /\*%[a-z0-9]+/) &&
       computed[substr($0, RSTART + 1, RLENGTH - 1)] > count - 5 ||
       op ~ /^jmp/ && $0 ~ /\*.*\(.*,/)
      indirect[count] = 1
   if (op ~ /^add/ && match($0, /%[a-z0-9]+ *$/))
      computed[substr($0, RSTART, RLENGTH)] = count
   if (op ~ /^(jmp|ret|ud2|hlt)/ ||
       (op ~ /^call/ && $0 ~ never) ||
       (count - 1 in ends && $0 ~ /nop|xchg +%ax,%ax/))
      ends[count] = 1
   if (op ~ /^rep/ && $3 !~ /^ret/)
      loop = 1
}

END { finish() }
