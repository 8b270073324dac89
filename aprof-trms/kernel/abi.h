/* The kernel's structures: sizes, and places in them, by ABI.

   They are here if Valgrind's headers lack the structure.  abi.h is the
   interface; each ABI has a table of its own, as kernel/amd64/abi.c.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef KERNEL_ABI_H
#define KERNEL_ABI_H

#include "base/base.h"

/* An operation of a system call, and what it writes to the place that one of
   its arguments points to. */
typedef struct {
   UInt number;          /* of the system call */
   UInt operation_at;    /* index of the argument that selects the operation, or
                            ABI_ONE_OPERATION */
   UWord operation;      /* the argument's value */
   UInt to;              /* index of the argument that points to the place */
   SizeT size;           /* bytes that are written there; 0: it is only read */
} AbiOperation;

enum { ABI_ONE_OPERATION = 6 };

/* Return the operation that a system call with these six arguments is, or NULL
   if it is not in the table: then Valgrind's report of it is right. */
const AbiOperation *abi_operation(UInt number, const UWord *args);

/* A part of a structure. */
typedef struct {
   SizeT at, size;
} AbiPart;

/* What the ioctl for a file's extents writes: a structure, and the extents. */
typedef struct {
   UInt operation;
   SizeT head;           /* bytes of the structure */
   SizeT found_at;       /* in it: how many extents were found */
   SizeT room_at;        /* in it: how many extents there is room for */
   SizeT extent;         /* bytes of each */
} AbiExtents;

typedef struct {
   AbiPart child[2];     /* of siginfo_t: what waitid writes about a child */
   SizeT capabilities;   /* what capget writes for sets of 64 bits */
   SizeT handle_head;    /* of struct file_handle: its size and its type */
   AbiExtents extents;   /* struct fiemap */
} AbiSizes;

extern const AbiSizes abi_sizes;

#endif
