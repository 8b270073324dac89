/* A text file that appears whole or not at all.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_file.h"
#include "ap_syscall.h"
#include "pub_tool_libcfile.h"

enum { BUFFER = 65536 };

struct _ApFile {
   Int fd;
   HChar *name, *temporary;     /* temporary NULL: written in place */
   Int error;                   /* errno of the first failure, or 0 */
   ULong lines;
   Bool line_begun;
   UInt used;
   HChar buffer[BUFFER];
};

static const HChar *error_text(Int error)
{
   switch (error) {
   case VKI_EPERM:   return "operation not permitted";
   case VKI_ENOENT:  return "no such file or directory";
   case VKI_EINTR:   return "interrupted";
   case VKI_EIO:     return "input/output error";
   case VKI_EBADF:   return "bad file descriptor";
   case VKI_ENOMEM:  return "out of memory";
   case VKI_EACCES:  return "permission denied";
   case VKI_EBUSY:   return "device or resource busy";
   case VKI_EEXIST:  return "file exists";
   case VKI_ENOTDIR: return "not a directory";
   case VKI_EISDIR:  return "is a directory";
   case VKI_EINVAL:  return "invalid argument";
   case VKI_ENFILE:  return "too many open files in the system";
   case VKI_EMFILE:  return "too many open files";
   case VKI_EFBIG:   return "file too large";
   case VKI_ENOSPC:  return "no space left on device";
   case VKI_EROFS:   return "read-only file system";
   case VKI_EPIPE:   return "broken pipe";
   default:          return NULL;
   }
}

static void complain(const HChar *name, Int error)
{
   const HChar *text = error_text(error);

   if (text != NULL)
      VG_(umsg)("aprof: cannot write %s: %s; "
                "name another file with --aprof-out-file=\n", name, text);
   else
      VG_(umsg)("aprof: cannot write %s: error %d; "
                "name another file with --aprof-out-file=\n", name, error);
}

Bool ap_file_is_special(const HChar *name)
{
   struct vg_stat st;
   HChar link;

   if (VG_(readlink)(name, &link, 1) >= 0)
      return True;
   return !sr_isError(VG_(stat)(name, &st))
          && (st.mode & VKI_S_IFMT) != VKI_S_IFREG;
}

ApFile *ap_file_open(const HChar *name)
{
   Bool special = ap_file_is_special(name);
   HChar *temporary = NULL;

   if (!special) {
      temporary = VG_(malloc)("aprof.file.name", VG_(strlen)(name) + 6);
      VG_(sprintf)(temporary, "%s.part", name);
   }
   SysRes opened = VG_(open)(special ? name : temporary,
                             VKI_O_WRONLY | VKI_O_CREAT | VKI_O_TRUNC,
                             VKI_S_IRUSR | VKI_S_IWUSR);
   if (sr_isError(opened)) {
      complain(name, sr_Err(opened));
      VG_(free)(temporary);
      return NULL;
   }
   ApFile *f = VG_(calloc)("aprof.file", 1, sizeof *f);
   f->fd = sr_Res(opened);
   f->name = VG_(strdup)("aprof.file.name", name);
   f->temporary = temporary;
   return f;
}

static void flush(ApFile *f)
{
   UInt done = 0;

   while (done < f->used && f->error == 0) {
      Int n = VG_(write)(f->fd, f->buffer + done, f->used - done);
      if (n > 0)
         done += n;
      else if (n != -VKI_EINTR)
         f->error = n == 0 ? VKI_EIO : -n;
   }
   f->used = 0;
}

static void put(ApFile *f, HChar c)
{
   if (f->used == BUFFER)
      flush(f);
   f->buffer[f->used++] = c;
}

static void separate(ApFile *f)
{
   if (f->line_begun)
      put(f, '\t');
   f->line_begun = True;
}

void ap_put_text(ApFile *f, const HChar *text)
{
   static const HChar digits[] = "0123456789abcdef";

   separate(f);
   for (; *text != '\0'; text++) {
      UChar c = *text;
      HChar letter = c == '\\' ? '\\' : c == '\t' ? 't'
                     : c == '\n' ? 'n' : c == '\r' ? 'r' : '\0';
      if (letter != '\0') {
         put(f, '\\');
         put(f, letter);
      } else if (c < 0x20 || c == 0x7f) {
         put(f, '\\');
         put(f, 'x');
         put(f, digits[c >> 4]);
         put(f, digits[c & 15]);
      } else
         put(f, c);
   }
}

void ap_put_number(ApFile *f, prof_sum number)
{
   HChar text[40];
   Int i = sizeof text;

   separate(f);
   do {
      text[--i] = '0' + (UInt)(number % 10);
      number /= 10;
   } while (number != 0);
   while (i < (Int)sizeof text)
      put(f, text[i++]);
}

void ap_put_hex(ApFile *f, UWord number)
{
   HChar text[24];

   VG_(sprintf)(text, "0x%lx", number);
   ap_put_text(f, text);
}

void ap_end_line(ApFile *f)
{
   put(f, '\n');
   f->line_begun = False;
   f->lines++;
}

ULong ap_lines(const ApFile *f)
{
   return f->lines;
}

Bool ap_file_close(ApFile *f)
{
   flush(f);
   Int error = ap_syscall_close(f->fd);
   if (f->error == 0)
      f->error = error;
   if (f->error == 0 && f->temporary != NULL)
      f->error = ap_syscall_rename(f->temporary, f->name);
   Bool good = f->error == 0;
   if (!good) {
      complain(f->name, f->error);
      if (f->temporary != NULL)
         VG_(unlink)(f->temporary);
   }
   VG_(free)(f->name);
   VG_(free)(f->temporary);
   VG_(free)(f);
   return good;
}
