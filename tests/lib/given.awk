# The sizes of a profile's routine as numbers that it was given (--size-of):
# `awk -v routine=NAME -f given.awk PROFILE`; without a name, of its first routine.
#
# SPDX-License-Identifier: GPL-2.0-or-later

BEGIN { FS = OFS = "\t" }
$1 == "end" { $2 = NR - 1 + added }
{ print }
$1 == "fn" && (routine == "" ? !added : $5 == routine) {
   print "x-size", "given"
   added++
}
