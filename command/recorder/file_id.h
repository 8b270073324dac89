/* The identity of a mapped file: its build id, else its size and time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_FILE_ID_H
#define APROF_RECORDER_FILE_ID_H

#include <stddef.h>
#include <stdint.h>

/* Room for an identity with its NUL. */
#define FILE_ID_TEXT 65

/* Write bytes as hexadecimal digits; at most 32 bytes. */
void file_id_hex(char id[FILE_ID_TEXT], const uint8_t *bytes, size_t count);

/* Read the identity of a file: "" if it can't be read. */
void file_id_read(char id[FILE_ID_TEXT], const char *path);

#endif
