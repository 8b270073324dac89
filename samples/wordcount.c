/* A small multithreaded program to profile: counts the words of a text.

   A reader thread reads the file piece by piece into one buffer, which two
   workers empty.  The pieces grow, so that each routine sees inputs of many
   sizes, and each worker sees the whole text through the same few bytes of
   memory: what it reads there is new each time, although the address is not.
   One of the routines is slower than it should be.

       cc -O1 -g -fno-inline -pthread -o wordcount wordcount.c
       ./wordcount FILE

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORKERS 2
#define SIZES 40        /* number of different sizes of pieces, if possible */
#define LONGEST 8192    /* bytes in the longest piece */

/* A word: a part of a piece's text. */
typedef struct {
   const char *start;
   size_t length;
} word;

/* The buffer between the reader and the workers: empty, or one piece. */
static struct {
   pthread_mutex_t lock;
   pthread_cond_t changed;
   char text[LONGEST];
   size_t length;       /* 0: empty */
   bool finished;       /* the reader has reached the file's end */
} buffer = {
   .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER
};

/* The results of a worker. */
typedef struct {
   size_t words, distinct, first;
} counts;

/* Read up to `length` bytes into the buffer.  False at the end of the file. */
static bool read_piece(int file, size_t length)
{
   size_t done = 0;

   while (done < length) {
      ssize_t n = read(file, buffer.text + done, length - done);
      if (n < 0) {
         perror("wordcount: read");
         exit(1);
      }
      if (n == 0)
         break;
      done += (size_t)n;
   }
   buffer.length = done;
   return done > 0;
}

/* The reader: fills the buffer whenever it is empty. */
static void *read_text(void *arg)
{
   int file = *(const int *)arg;
   struct stat about;
   size_t step, length;
   bool more = true;

   if (fstat(file, &about) != 0) {
      perror("wordcount: fstat");
      exit(1);
   }
   /* step, 2 step, ... SIZES step are together as long as the file. */
   step = (size_t)about.st_size * 2 / (SIZES * (SIZES + 1)) + 1;
   if (step > LONGEST / SIZES)
      step = LONGEST / SIZES;
   length = step;

   while (more) {
      pthread_mutex_lock(&buffer.lock);
      while (buffer.length > 0)
         pthread_cond_wait(&buffer.changed, &buffer.lock);
      more = read_piece(file, length);
      buffer.finished = !more;
      pthread_cond_broadcast(&buffer.changed);
      pthread_mutex_unlock(&buffer.lock);
      length = length < SIZES * step ? length + step : step;
   }
   return NULL;
}

/* Move the buffer's piece to `text`; return its length, or 0 after the last
   piece. */
static size_t take_piece(char *text)
{
   size_t length;

   pthread_mutex_lock(&buffer.lock);
   while (buffer.length == 0 && !buffer.finished)
      pthread_cond_wait(&buffer.changed, &buffer.lock);
   length = buffer.length;
   for (size_t i = 0; i < length; i++)
      text[i] = buffer.text[i];
   buffer.length = 0;
   pthread_cond_broadcast(&buffer.changed);
   pthread_mutex_unlock(&buffer.lock);
   return length;
}

/* Find the words of a text, in time proportional to its length. */
static size_t split_words(const char *text, size_t length, word *words)
{
   size_t n = 0, i = 0;

   while (i < length) {
      while (i < length && !isalpha((unsigned char)text[i]))
         i++;
      words[n].start = text + i;
      while (i < length && isalpha((unsigned char)text[i]))
         i++;
      words[n].length = (size_t)(text + i - words[n].start);
      if (words[n].length > 0)
         n++;
   }
   return n;
}

static int compare_words(const word *a, const word *b)
{
   size_t shorter = a->length < b->length ? a->length : b->length;

   for (size_t i = 0; i < shorter; i++)
      if (a->start[i] != b->start[i])
         return a->start[i] < b->start[i] ? -1 : 1;
   return (a->length > b->length) - (a->length < b->length);
}

/* The usual merge sort, with n log n comparisons; `spare` has n places. */
static void sort_words(word *words, size_t n, word *spare)
{
   size_t half = n / 2, left = 0, right = half;

   if (n < 2)
      return;
   sort_words(words, half, spare);
   sort_words(words + half, n - half, spare);
   for (size_t i = 0; i < n; i++) {
      bool from_left = right == n || (left < half &&
                       compare_words(&words[left], &words[right]) <= 0);
      spare[i] = from_left ? words[left++] : words[right++];
   }
   memcpy(words, spare, n * sizeof *words);
}

/* Count the distinct words of a sorted list: compare each word with the word
   before it. */
static size_t count_distinct(const word *words, size_t n)
{
   size_t distinct = 0;

   for (size_t i = 0; i < n; i++)
      distinct += i == 0 || compare_words(&words[i - 1], &words[i]) != 0;
   return distinct;
}

/* Words that begin with a letter that no earlier one begins with.  Each is
   compared with all others before it, although 26 flags would do. */
static size_t count_first_letters(const word *words, size_t n)
{
   size_t count = 0;

   for (size_t i = 0; i < n; i++) {
      bool is_new = true;
      for (size_t j = 0; j < i; j++)
         if (words[j].start[0] == words[i].start[0])
            is_new = false;
      count += is_new;
   }
   return count;
}

/* Process one piece. */
static void count_piece(const char *text, size_t length, counts *sum)
{
   word words[LONGEST / 2 + 2], spare[LONGEST / 2 + 2];
   size_t n = split_words(text, length, words);

   sum->words += n;
   sum->first += count_first_letters(words, n);
   sort_words(words, n, spare);
   sum->distinct += count_distinct(words, n);
}

/* A worker: empties the buffer until the reader has finished. */
static void *work(void *arg)
{
   char text[LONGEST];
   size_t length;

   while ((length = take_piece(text)) > 0)
      count_piece(text, length, arg);
   return NULL;
}

int main(int argc, char **argv)
{
   counts found[WORKERS] = { { 0, 0, 0 } }, sum = { 0, 0, 0 };
   pthread_t reader, workers[WORKERS];
   int file;

   if (argc != 2) {
      fprintf(stderr, "usage: wordcount FILE\n");
      return 2;
   }
   file = open(argv[1], O_RDONLY);
   if (file < 0) {
      perror(argv[1]);
      return 1;
   }

   pthread_create(&reader, NULL, read_text, &file);
   for (int i = 0; i < WORKERS; i++)
      pthread_create(&workers[i], NULL, work, &found[i]);
   pthread_join(reader, NULL);
   for (int i = 0; i < WORKERS; i++) {
      pthread_join(workers[i], NULL);
      sum.words += found[i].words;
      sum.distinct += found[i].distinct;
      sum.first += found[i].first;
   }
   close(file);
   printf("%zu words; added up over the pieces: %zu distinct, "
          "%zu first letters\n", sum.words, sum.distinct, sum.first);
   return 0;
}
