/* The workload of tests/command/rank/run for stb_image and stb_image_write: pictures
   of growing size are compressed and decompressed.

   SPDX-License-Identifier: GPL-2.0-or-later */

unsigned long planted;   /* what the planted loops do */

#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_SIMD
#include "stb_image.h"
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include "stb_image_write.h"

enum { CHANNELS = 3, WIDTH = 16, MOST_ROWS = 64 };

static struct {
   unsigned char bytes[1 << 16];
   int length;
} file;

static void take(void *context, void *data, int length)
{
   (void)context;
   memcpy(file.bytes + file.length, data, length);
   file.length += length;
}

/* A slope with some noise. */
static unsigned char *make_picture(int rows)
{
   unsigned char *p = malloc(rows * WIDTH * CHANNELS);
   unsigned noise = 1;

   for (int i = 0; i < rows * WIDTH * CHANNELS; i++) {
      noise = noise * 1103515245 + 12345;
      p[i] = i / CHANNELS + (noise >> 16) % 7;
   }
   return p;
}

static int there_and_back(int rows)
{
   unsigned char *picture = make_picture(rows);
   int width, height, channels, equal;
   unsigned char *copy;

   file.length = 0;
   stbi_write_png_to_func(take, NULL, WIDTH, rows, CHANNELS, picture,
                          WIDTH * CHANNELS);
   copy = stbi_load_from_memory(file.bytes, file.length, &width, &height,
                                &channels, CHANNELS);
   equal = memcmp(copy, picture, rows * WIDTH * CHANNELS) == 0;
   stbi_image_free(copy);
   free(picture);
   return equal;
}

int main(void)
{
   int good = 1;

   for (int rows = 3; rows <= MOST_ROWS; rows += 3)
      good &= there_and_back(rows);
   return !good;
}
