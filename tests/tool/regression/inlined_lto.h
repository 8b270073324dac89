/* What inlined_lto.cc and inlined_lto_other.cc share.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef INLINED_LTO_H
#define INLINED_LTO_H

extern volatile int lto_cells[100];

struct Upper {
   static int of(int n);
};

struct Lower {
   static int of(int n);
};

int lto_pairs(int n);
int lto_both(int n);
int lto_kept(int n);

#endif
