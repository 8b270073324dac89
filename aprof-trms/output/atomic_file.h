/* A file that appears whole or not at all: it is written as NAME.part and
   renamed when it is complete.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_ATOMIC_FILE_H
#define AP_ATOMIC_FILE_H

#include "base/base.h"

typedef struct atomic_file atomic_file;

/* To be called once, before the program starts. */
void atomic_file_init(void);

/* Return a file name as it is shown to people, on one line; for_shell: as a
   word of a command.  The caller frees it. */
HChar *atomic_file_printable(const HChar *name, Bool for_shell);

/* Print the next error even if it is the same as the last one.  Else an error
   is printed once, and not again at each snapshot, until there is another one
   or a success. */
void atomic_file_print_again(void);

/* Warn if a file of this absolute name could not be written now, as far as that
   is known without touching anything: a user who learns it only when the
   program ends has measured in vain. */
void atomic_file_foretell(const HChar *name);

/* Open NAME.part, or NAME itself where that exists and is not a regular file.
   NULL: it can't be opened, and a message has said why. */
atomic_file *atomic_file_open(const HChar *name);

/* Is there something at `name` that is not a regular file (a pipe, a device, a
   symbolic link)?  That is written in place. */
Bool atomic_file_is_special(const HChar *name);

/* Would a second profile written to `name` come behind the first one, and not
   in its place (a pipe, a device, one of the program's own descriptors)?  Its
   reader expects one profile. */
Bool atomic_file_takes_one(const HChar *name);

/* Write bytes; the first argument is the file (a line_sink of format/line.h).
   An error is kept until atomic_file_close. */
void atomic_file_write(void *file, const HChar *bytes, SizeT n);

/* Close and rename the file, and free it.  False: something could not be
   written, a message has said what, and NAME is as it was before. */
Bool atomic_file_close(atomic_file *f);

#endif
