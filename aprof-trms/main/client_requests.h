/* Client requests (include/aprof.h) and monitor commands (vgdb).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MAIN_CLIENT_REQUESTS_H
#define MAIN_CLIENT_REQUESTS_H

/* Register both with Valgrind. */
void client_requests_init(void);

#endif
