# Flags for programs whose routines must read the cells that their text says:
# without what compilers, or a distribution's defaults, add.  Sourced.
#
# SPDX-License-Identifier: GPL-2.0-or-later
pinned='-O1 -fno-inline -fno-stack-protector -fno-stack-clash-protection
   -fcf-protection=none -Wall'
