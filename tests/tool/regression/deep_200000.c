/* 200,000 frames on a large stack of a thread.

   engines: fast timestamps check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#define DEPTH 200000
#define GROUP 1000
#define ROUNDS 1
#include "deep.h"
