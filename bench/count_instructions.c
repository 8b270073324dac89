/* A plugin of QEMU's user mode that counts the instructions that a program
   executes, and writes their number to a file at the end:

      qemu-x86_64 -plugin ./counter.so,out=FILE PROGRAM [ARGUMENTS...]

   Each block of the program gets an addition of its length at its begin.  A block
   that a signal leaves in the middle counts as a whole.  QEMU's packages come
   without the header of plugins, so what is used of version 1 of their interface
   is declared here.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_info;

enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };

void qemu_plugin_register_vcpu_tb_trans_cb(
   qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(
   struct qemu_plugin_tb *, enum qemu_plugin_op, void *, uint64_t);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
void qemu_plugin_register_atexit_cb(
   qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void *), void *);

int qemu_plugin_install(qemu_plugin_id_t, const struct qemu_info *, int,
                        char **);

int qemu_plugin_version = 1;

static uint64_t instructions;
static char file[4096];

static void block_translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
   (void)id;
   qemu_plugin_register_vcpu_tb_exec_inline(block, QEMU_PLUGIN_INLINE_ADD_U64,
                                            &instructions,
                                            qemu_plugin_tb_n_insns(block));
}

static void program_ended(qemu_plugin_id_t id, void *unused)
{
   FILE *out = fopen(file, "w");

   (void)id;
   (void)unused;
   if (out == NULL || fprintf(out, "%" PRIu64 "\n", instructions) < 0 ||
       fclose(out) != 0)
      perror(file);
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info,
                        int argc, char **argv)
{
   (void)info;
   if (argc != 1 || strncmp(argv[0], "out=", 4) != 0 ||
       strlen(argv[0] + 4) >= sizeof file) {
      fprintf(stderr, "count_instructions: the argument must be out=FILE\n");
      return 1;
   }
   strcpy(file, argv[0] + 4);
   qemu_plugin_register_vcpu_tb_trans_cb(id, block_translated);
   qemu_plugin_register_atexit_cb(id, program_ended, NULL);
   return 0;
}
