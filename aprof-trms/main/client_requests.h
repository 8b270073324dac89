/* Client requests (include/aprof.h) and monitor commands (vgdb).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_REQUESTS_H
#define AP_REQUESTS_H

/* Register both with Valgrind. */
void ap_requests_init(void);

#endif
