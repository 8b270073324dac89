/* The program that is measured: see output/program.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "output/program.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"

/* What the kernel reads of a script to find its interpreter; how many scripts
   may be each other's interpreters. */
enum { HEAD = 256, SCRIPTS = 5 };

static const HChar *name, *interpreter;
static ULong children, calls;
static Bool is_forked;

/* The standard input when the program began; device and inode tell whether it
   still is. */
static struct {
   const HChar *file;           /* "": it has no name that can be read again */
   ULong dev, ino;
   Bool is_there, is_read;
} input;

/* Read the beginning of a file, at most n - 1 bytes; end it with a 0.  Return
   its length. */
static UInt read_head(const HChar *file, HChar *head, UInt n)
{
   Int fd = VG_(fd_open)(file, VKI_O_RDONLY, 0), got = -1;
   UInt length = 0;

   if (fd < 0)
      return 0;
   while (length < n - 1
          && (got = VG_(read)(fd, head + length, n - 1 - length)) > 0)
      length += got;
   VG_(close)(fd);
   head[length] = '\0';
   return length;
}

/* Return the program's name in the command line: Valgrind's own name and
   options are before it.  NULL: it is not there. */
static const HChar *name_in_command(void)
{
   enum { MOST = 1 << 13 };
   HChar command[MOST];
   UInt length = read_head("/proc/self/cmdline", command, MOST);
   UInt at = VG_(strlen)(command) + 1;
   const HChar *found = NULL;

   while (at < length && command[at] == '-') {
      Bool is_last = VG_STREQ(command + at, "--");
      at += VG_(strlen)(command + at) + 1;
      if (is_last)
         break;
   }
   if (at < length && at + VG_(strlen)(command + at) < length)
      found = VG_(strdup)("aprof.program.name", command + at);
   return found;
}

static const HChar *file_of(const HChar *path)
{
   const HChar *slash = VG_(strrchr)(path, '/');

   return slash == NULL ? path : slash + 1;
}

/* Where one script is another one's interpreter, Valgrind's name of the program
   is in memory that is used for other things by now. */
static const HChar *find_name(void)
{
   const HChar *given = VG_(args_the_exename), *in_command = name_in_command();

   return in_command == NULL
          || VG_STREQ(file_of(given), file_of(in_command))
          ? VG_(strdup)("aprof.program.name", given) : in_command;
}

/* Return the interpreter that the head of a script names; NULL: it is no
   script. */
static const HChar *interpreter_in(HChar *head)
{
   HChar *first = head + 2, *end;

   if (head[0] != '#' || head[1] != '!')
      return NULL;
   while (*first == ' ' || *first == '\t')
      first++;
   for (end = first; *end > ' '; end++)
      ;
   *end = '\0';
   return *first == '\0' ? NULL : first;
}

static const HChar *find_interpreter(const HChar *file)
{
   const HChar *found = NULL, *next;
   HChar head[HEAD];

   for (UInt i = 0; i < SCRIPTS; i++) {
      if (read_head(file, head, sizeof head) == 0
          || (next = interpreter_in(head)) == NULL)
         break;
      file = found = VG_(strdup)("aprof.program.interpreter", next);
   }
   return found;
}

/* A file of which others have read the beginning is no input that another run
   can have. */
static const HChar *find_input_file(const struct vg_stat *st)
{
   enum { MOST = 4096 };
   struct vg_stat named;
   HChar path[MOST];
   SSizeT length;

   if (!VKI_S_ISREG(st->mode) || VG_(lseek)(0, 0, VKI_SEEK_CUR) != 0)
      return "";
   length = VG_(readlink)("/proc/self/fd/0", path, MOST - 1);
   if (length <= 0)
      return "";
   path[length] = '\0';
   if (sr_isError(VG_(stat)(path, &named)) || named.dev != st->dev
       || named.ino != st->ino)
      return "";
   return VG_(strdup)("aprof.program.input", path);
}

static void find_input(void)
{
   struct vg_stat st;

   if (VG_(fstat)(0, &st) != 0)
      return;
   input.is_there = True;
   input.dev = st.dev;
   input.ino = st.ino;
   input.file = find_input_file(&st);
}

void program_init(void)
{
   name = find_name();
   interpreter = find_interpreter(name);
   find_input();
}

const HChar *program_name(void)
{
   return name;
}

const HChar *program_interpreter(void)
{
   return interpreter;
}

void program_has_child(void)
{
   children++;
}

void program_forked(void)
{
   children = calls = 0;
   is_forked = True;
}

Bool program_is_forked(void)
{
   return is_forked;
}

ULong program_children(void)
{
   return children;
}

void program_has_called(void)
{
   calls++;
}

ULong program_calls(void)
{
   return calls;
}

void program_has_read(Int fd)
{
   struct vg_stat st;

   if (fd == 0 && input.is_there && !input.is_read)
      input.is_read = VG_(fstat)(0, &st) == 0 && st.dev == input.dev
                      && st.ino == input.ino;
}

const HChar *program_standard_input(void)
{
   return input.is_read ? input.file : NULL;
}
