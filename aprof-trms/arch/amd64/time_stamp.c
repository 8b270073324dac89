/* amd64: rdtsc and rdtscp, which VEX makes calls of helpers.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/time_stamp.h"
#include "arch/amd64/offsets.h"

const TimeStampRegisters time_stamp_registers = {
   AMD64_OFFSET(RAX), AMD64_OFFSET(RDX), AMD64_OFFSET(RCX)
};

TimeStampKind time_stamp_kind(const IRStmt *st)
{
   const HChar *name;

   if (st->tag != Ist_Dirty)
      return TIME_STAMP_NO;
   name = st->Ist.Dirty.details->cee->name;
   return VG_STREQ(name, "amd64g_dirtyhelper_RDTSC") ? TIME_STAMP_VALUE
          : VG_STREQ(name, "amd64g_dirtyhelper_RDTSCP") ? TIME_STAMP_REGISTERS
          : TIME_STAMP_NO;
}
