/* A text file that appears whole or not at all, and lines of tab-separated
   fields in it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_FILE_H
#define AP_FILE_H

#include "base/base.h"

typedef struct _ApFile ApFile;

/* Once, before the program starts. */
void ap_file_init(void);

/* A name for people: one line; for_shell: as a word of a command. */
HChar *ap_printable(const HChar *name, Bool for_shell);

/* An error that was told is not told again, such as at each snapshot, until
   another one, a success, or this. */
void ap_file_tell_again(void);

/* A warning where a file of this absolute name could not be written now, as far
   as that can be said without touching anything: who learns that only when the
   program ends has measured in vain. */
void ap_file_foretell(const HChar *name);

/* Opens NAME.part, or, where NAME exists and is not a regular file, NAME
   itself.  NULL: it can't be, and the user was told. */
ApFile *ap_file_open(const HChar *name);

/* Is there something at `name` that is not a regular file (a pipe, a device, a
   symbolic link)?  That is written in place. */
Bool ap_file_is_special(const HChar *name);

/* Does another profile there come behind the former one, and not in its place
   (a pipe, a device, one of the program's own descriptors)?  Who reads that
   expects one. */
Bool ap_file_takes_one(const HChar *name);

/* Fields; each but a line's first is preceded by a tab. */
void ap_put_text(ApFile *f, const HChar *text);          /* escaped */
void ap_put_number(ApFile *f, prof_sum number);
void ap_put_hex(ApFile *f, UWord number);                /* 0x... */
void ap_end_line(ApFile *f);
ULong ap_lines(const ApFile *f);

/* Closes and renames; the file is freed.  False: something could not be
   written, the user was told, and what stood under the name before is
   untouched. */
Bool ap_file_close(ApFile *f);

#endif
