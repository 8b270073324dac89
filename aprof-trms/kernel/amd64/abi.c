/* amd64 Linux: the kernel's structures.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel/abi.h"
#include "pub_tool_vkiscnums.h"

#if !defined(VGP_amd64_linux)
#  error "this file is for amd64-linux"
#endif

enum {
   TERMIOS = 36,         /* struct termios */
   MSQID_DS = 120,       /* struct msqid_ds */
   IO_URING_PARAMS = 120
};

static const AbiOperation operations[] = {
   { __NR_fcntl, 1, VKI_F_GETLK, 2, sizeof(struct vki_flock) },
   { __NR_fcntl, 1, 36 /* F_OFD_GETLK */, 2, sizeof(struct vki_flock) },
   { __NR_prctl, 0, 25 /* PR_GET_TSC */, 1, sizeof(Int) },
   { __NR_prctl, 0, 37 /* PR_GET_CHILD_SUBREAPER */, 1, sizeof(Int) },
   { __NR_prctl, 0, 40 /* PR_GET_TID_ADDRESS */, 1, sizeof(Addr) },
   { __NR_ioctl, 1, 0x5410 /* TIOCSPGRP */, 2, 0 },
   { __NR_ioctl, 1, 0x5419 /* TIOCGSOFTCAR */, 2, sizeof(Int) },
   { __NR_ioctl, 1, 0x5424 /* TIOCGETD */, 2, sizeof(Int) },
   { __NR_ioctl, 1, 0x5429 /* TIOCGSID */, 2, sizeof(Int) },
   { __NR_ioctl, 1, 0x5456 /* TIOCGLCKTRMIOS */, 2, TERMIOS },
   { __NR_ioctl, 1, 0x8912 /* SIOCGIFCONF */, 2, sizeof(Int) },
   { __NR_ioctl, 1, 0x894B /* SIOCOUTQNSD */, 2, sizeof(Int) },
   { __NR_ioctl, 1, 2 /* FIGETBSZ */, 2, sizeof(Int) },
   { __NR_ioctl, 1, 0x80086601 /* FS_IOC_GETFLAGS */, 2, sizeof(Int) },
   { __NR_ioctl, 1, 0x80087601 /* FS_IOC_GETVERSION */, 2, sizeof(Int) },
   { __NR_ioctl, 1, 0xB704 /* NS_GET_OWNER_UID */, 2, sizeof(Int) },
   { __NR_shmctl, 1, 15 /* SHM_STAT_ANY */, 2,
     sizeof(struct vki_shmid64_ds) },
   { __NR_semctl, 2, 20 /* SEM_STAT_ANY */, 3,
     sizeof(struct vki_semid64_ds) },
   { __NR_msgctl, 1, 2 /* IPC_STAT */, 2, MSQID_DS },
   { __NR_msgctl, 1, 11 /* MSG_STAT */, 2, MSQID_DS },
   { __NR_msgctl, 1, 13 /* MSG_STAT_ANY */, 2, MSQID_DS },
   { __NR_io_uring_setup, ABI_ONE_OPERATION, 0, 1, IO_URING_PARAMS },
   { __NR_sched_setparam, ABI_ONE_OPERATION, 0, 1, 0 },
   { __NR_getcpu, ABI_ONE_OPERATION, 0, 2, 0 },
};

const AbiSizes abi_sizes = {
   .child = { { 0, 12 },      /* si_signo, si_errno, si_code; 4 bytes unused */
              { 16, 12 } },   /* si_pid, si_uid, si_status */
   .capabilities = 24,
   .handle_head = 8,
   .extents = { .operation = 0xC020660B /* FS_IOC_FIEMAP */, .head = 32,
                .found_at = 20, .room_at = 24, .extent = 56 }
};

const AbiOperation *abi_operation(UInt number, const UWord *args)
{
   for (UInt i = 0; i < sizeof operations / sizeof operations[0]; i++) {
      const AbiOperation *o = &operations[i];
      if (o->number == number
          && (o->operation_at == ABI_ONE_OPERATION
              || (UInt)args[o->operation_at] == o->operation))
         return o;
   }
   return NULL;
}
