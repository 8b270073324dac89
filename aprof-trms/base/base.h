/* Valgrind's public basic headers, and the engine's interface: every file of
   the tool includes them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BASE_BASE_H
#define BASE_BASE_H

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#include "engine/trms.h"
#include "engine/profile/prof.h"

#endif
