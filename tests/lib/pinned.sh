# Flags for programs whose routines must read exactly the cells that their
# source says, without the additions of compilers or of a distribution's
# defaults.  The tests source this file.
#
# SPDX-License-Identifier: GPL-2.0-or-later
pinned='-O1 -fno-inline -fno-stack-protector -fno-stack-clash-protection
   -fcf-protection=none -Wall'
