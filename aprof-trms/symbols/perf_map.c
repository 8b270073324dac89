/* Names of generated code: see symbols/perf_map.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/perf_map.h"
#include "base/tool_text.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_wordfm.h"

enum { CHUNK = 1 << 16 };       /* bytes that are read at once */

static WordFM *entries;         /* start -> PerfMapEntry; they do not overlap */
static Int pid;                 /* of the process whose map was read... */
static Long consumed;           /* ...up to here: the end of a line */
static ULong since;             /* seconds since 1970: it began then */

static HChar *copy(const HChar *text, SizeT length)
{
   HChar *to = VG_(malloc)("aprof.perf_map.text", length + 1);

   VG_(memcpy)(to, text, length);
   to[length] = '\0';
   return to;
}

/* Return the entry with the greatest start that is not above the address, or
   NULL. */
static PerfMapEntry *entry_below(Addr address)
{
   UWord below = 0, entry = 0, above, other;

   if (entries == NULL)
      return NULL;
   if (!VG_(lookupFM)(entries, &below, &entry, address)
       && !VG_(findBoundsFM)(entries, &below, &entry, &above, &other, 0, 0,
                             ~(UWord)0, 0, address))
      return NULL;
   return (PerfMapEntry *)entry;
}

const PerfMapEntry *perf_map_find(Addr code)
{
   const PerfMapEntry *e = entry_below(code);

   return e != NULL && code - e->start < e->size ? e : NULL;
}

/* Remove what overlaps with `e`, and add it. */
static void add(PerfMapEntry *e)
{
   PerfMapEntry *old;

   if (entries == NULL)
      entries = VG_(newFM)(VG_(malloc), "aprof.perf_map.entries", VG_(free),
                           NULL);
   while ((old = entry_below(e->start + e->size - 1)) != NULL
          && old->start + old->size > e->start) {
      VG_(delFromFM)(entries, NULL, NULL, old->start);
      VG_(free)(old);
   }
   VG_(addToFM)(entries, e->start, (UWord)e);
}

/* Read a number before `end`, and the colon before it.  Return where the colon
   stands, or NULL. */
static HChar *number_before(HChar *start, HChar *end, UInt *number)
{
   HChar *p = end;

   while (p > start && VG_(isdigit)(p[-1]))
      p--;
   if (p == end || p == start || p[-1] != ':')
      return NULL;
   *number = VG_(strtoull10)(p, NULL);
   return p - 1;
}

/* Return the blank between a routine and its file, or NULL.  Both may contain
   blanks: "get size /my files/a.js". */
static HChar *blank_before_file(HChar *text)
{
   HChar *blank = VG_(strstr)(text, " /");

   if (blank == NULL)
      blank = VG_(strstr)(text, " file:");
   return blank != NULL ? blank : VG_(strrchr)(text, ' ');
}

/* A function without a name has its place as a name, of which a line may have
   several. */
static HChar *name_of_place(const HChar *place)
{
   const HChar *base = text_base(place);
   HChar *name = VG_(malloc)("aprof.perf_map.text", VG_(strlen)(base) + 16);

   VG_(sprintf)(name, "(anonymous) %s", base);
   return name;
}

/* V8: "JS:*name file:line:column".  What stands before the name is the kind of
   code, and the tier: ~ interpreter, ^ baseline, + and * optimized.  Some have
   no line. */
static Bool read_v8(PerfMapEntry *e, HChar *text)
{
   HChar *name = text, *colon, *blank;

   while ((*name | 0x20) >= 'a' && (*name | 0x20) <= 'z')
      name++;
   if (name == text || name[0] != ':' || name[1] == '\0'
       || VG_(strchr)("~^+*", name[1]) == NULL)
      return False;
   e->is_interpreted = name[1] == '~';
   name += 2;
   blank = blank_before_file(name);
   if (blank == NULL)
      return False;
   e->name = blank > name ? copy(name, blank - name)
                          : name_of_place(blank + 1);
   colon = number_before(blank, blank + VG_(strlen)(blank), &e->column);
   if (colon != NULL && (colon = number_before(blank, colon, &e->line)) != NULL)
      *colon = '\0';
   e->file = copy(blank + 1, VG_(strlen)(blank + 1));
   return True;
}

/* CPython: "py::name:file".  The code is a trampoline to the interpreter. */
static Bool read_python(PerfMapEntry *e, const HChar *text)
{
   const HChar *name = text + 4, *colon;

   if (!text_begins(text, "py::")
       || (colon = VG_(strchr)(name, ':')) == NULL || colon == name)
      return False;
   e->name = copy(name, colon - name);
   e->file = copy(colon + 1, VG_(strlen)(colon + 1));
   e->is_interpreted = True;
   return True;
}

static void read_line(HChar *line)
{
   HChar *p;
   PerfMapEntry read = { .file = "" }, *e;

   read.start = VG_(strtoull16)(line, &p);
   if (p == line || *p != ' ')
      return;
   line = p;
   read.size = VG_(strtoull16)(line + 1, &p);
   if (p == line + 1 || *p != ' ' || p[1] == '\0' || read.size == 0
       || read.start + read.size < read.start)
      return;
   p++;
   if (!read_python(&read, p) && !read_v8(&read, p))
      read.name = copy(p, VG_(strlen)(p));
   e = VG_(malloc)("aprof.perf_map.entry", sizeof *e);
   *e = read;
   add(e);
}

/* Read the lines in the first `n` bytes of `text`.  Return the length of those
   that are complete. */
static SizeT read_lines(HChar *text, SizeT n)
{
   SizeT done = 0;

   for (SizeT i = 0; i < n; i++)
      if (text[i] == '\n' || text[i] == '\0') {
         text[i] = '\0';
         read_line(text + done);
         done = i + 1;
      }
   return done;
}

/* Read from `consumed` on.  A line that is longer than the buffer is no
   line of a map: the rest is not read. */
static void read_rest(Int fd)
{
   HChar *text = VG_(malloc)("aprof.perf_map.chunk", CHUNK);
   SizeT done = 1;

   while (done > 0 && VG_(lseek)(fd, consumed, VKI_SEEK_SET) == consumed) {
      Int n = VG_(read)(fd, text, CHUNK);
      done = n > 0 ? read_lines(text, n) : 0;
      consumed += done;
   }
   VG_(free)(text);
}

void perf_map_begin(void)
{
   struct vki_timeval now = { 0, 0 };

   VG_(gettimeofday)(&now, NULL);
   since = now.tv_sec;
   pid = VG_(getpid)();
   consumed = 0;
}

void perf_map_refresh(void)
{
   HChar name[40];
   struct vg_stat st;
   Int fd;

   VG_(sprintf)(name, "/tmp/perf-%d.map", pid);
   if (sr_isError(VG_(stat)(name, &st)) || st.size <= consumed
       || !VKI_S_ISREG(st.mode) || st.mtime < since
       || (st.uid != 0 && st.uid != (UInt)VG_(geteuid)()))
      return;
   fd = VG_(fd_open)(name, VKI_O_RDONLY, 0);
   if (fd < 0)
      return;
   read_rest(fd);
   VG_(close)(fd);
}
