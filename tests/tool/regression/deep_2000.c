/* 2,000 frames: few enough for the definition, which is quadratic in depth.

   varies: yes
   same: --timestamp-limit=3500

   SPDX-License-Identifier: GPL-2.0-or-later */

#define DEPTH 2000
#define GROUP 10
#define ROUNDS 5
#include "deep.h"
