/* What memory holds content of files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_FILE_CONTENT_H
#define AP_FILE_CONTENT_H

#include "base/base.h"

/* For trms_options. */
bool ap_is_file_content(uintptr_t address);

/* The program has got a mapping; or mappings went, or are elsewhere. */
void ap_file_content_mapped(Addr start);
void ap_file_content_moved(void);

#endif
