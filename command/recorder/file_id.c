/* The identity of a mapped file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/file_id.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libelf.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

void file_id_hex(char id[FILE_ID_TEXT], const uint8_t *bytes, size_t count)
{
   id[0] = '\0';
   for (size_t i = 0; i < count && i < FILE_ID_TEXT / 2; i++)
      snprintf(id + 2 * i, 3, "%02x", bytes[i]);
}

void file_id_read(char id[FILE_ID_TEXT], const char *path)
{
   /* A device or a pipe could block. */
   int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
   struct stat there;
   const void *bits = NULL;
   ssize_t size = -1;
   Elf *elf;

   id[0] = '\0';
   if (fd < 0)
      return;
   if (fstat(fd, &there) == 0 && S_ISREG(there.st_mode)) {
      elf_version(EV_CURRENT);
      elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
      if (elf && elf_kind(elf) == ELF_K_ELF)
         size = dwelf_elf_gnu_build_id(elf, &bits);
      if (size > 0)
         file_id_hex(id, bits, size);
      else
         snprintf(id, FILE_ID_TEXT, "~%" PRIx64 ".%" PRIx64,
                  (uint64_t)there.st_size, (uint64_t)there.st_mtime);
      elf_end(elf);
   }
   close(fd);
}
