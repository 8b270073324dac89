/* SQLite: two threads make rows, and insert them into one data base, a
   transaction at a time, under a lock.  The checksum of a row is computed under
   the lock, once for the row and once for its index.  BETTER: once for both.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TRANSACTIONS = 150, ROWS = 60, TEXT = 256 };

static sqlite3 *base;
static sqlite3_stmt *insert;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void make_row(char *text, uint32_t seed)
{
   for (int i = 0; i < TEXT; i++) {
      for (int k = 0; k < 12; k++)
         seed = seed * 1664525 + 1013904223;
      text[i] = 'a' + (seed >> 28);
   }
}

static __attribute__((noipa)) uint32_t checksum(const char *text)
{
   uint32_t r = ~0u;

   for (int i = 0; i < TEXT; i++) {
      r ^= (unsigned char)text[i];
      for (int bit = 0; bit < 8; bit++)
         r = r >> 1 ^ (r & 1 ? 0xedb88320u : 0);
   }
   return ~r;
}

static void execute(const char *sql)
{
   if (sqlite3_exec(base, sql, NULL, NULL, NULL) != SQLITE_OK)
      abort();
}

static void add_row(const char *text)
{
   const uint32_t sum = checksum(text);

   sqlite3_bind_int64(insert, 1, sum);
#ifdef BETTER
   sqlite3_bind_int64(insert, 3, sum);
#else
   sqlite3_bind_int64(insert, 3, checksum(text));
#endif
   sqlite3_bind_text(insert, 2, text, TEXT, SQLITE_STATIC);
   if (sqlite3_step(insert) != SQLITE_DONE)
      abort();
   sqlite3_reset(insert);
}

static void *work(void *own)
{
   static char texts[2][ROWS][TEXT];
   const int which = own != NULL;

   for (int t = 0; t < TRANSACTIONS; t++) {
      for (int i = 0; i < ROWS; i++)
         make_row(texts[which][i], (which * TRANSACTIONS + t) * ROWS + i);
      pthread_mutex_lock(&mutex);
      execute("begin");
      for (int i = 0; i < ROWS; i++)
         add_row(texts[which][i]);
      execute("commit");
      pthread_mutex_unlock(&mutex);
   }
   return NULL;
}

int main(void)
{
   pthread_t threads[2];

   if (sqlite3_open(":memory:", &base) != SQLITE_OK)
      abort();
   execute("create table rows (sum integer, text text, key integer)");
   execute("create index sums on rows (key)");
   if (sqlite3_prepare_v2(base, "insert into rows values (?, ?, ?)", -1, &insert,
                          NULL) != SQLITE_OK)
      abort();
   for (int i = 0; i < 2; i++)
      pthread_create(&threads[i], NULL, work, i ? threads : NULL);
   for (int i = 0; i < 2; i++)
      pthread_join(threads[i], NULL);
   printf("%d rows\n", sqlite3_total_changes(base));
   return 0;
}
