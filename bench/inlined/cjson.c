/* Read each file with cJSON, and print the number of its elements.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cJSON.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
   for (int i = 1; i < argc; i++) {
      FILE *in = fopen(argv[i], "r");
      char *text = NULL;
      size_t room = 0;
      cJSON *v;

      if (in == NULL || getdelim(&text, &room, '\0', in) < 0)
         return 1;
      v = cJSON_Parse(text);
      if (v == NULL)
         return 1;
      printf("%d\n", cJSON_GetArraySize(v));
      cJSON_Delete(v);
      free(text);
      fclose(in);
   }
   return 0;
}
