/* amd64: offsets of registers in the guest state.

   Private to this folder.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_AMD64_OFFSETS_H
#define ARCH_AMD64_OFFSETS_H

#include "base/base.h"
#include "libvex_guest_amd64.h"

/* The offset of a register, by VEX's name of it. */
#define AMD64_OFFSET(name) ((Int)offsetof(VexGuestAMD64State, guest_##name))

enum { AMD64_WORD = 8 };     /* bytes of an integer register */

#endif
