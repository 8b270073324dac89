#!/bin/sh
# Make configure and Makefile.in from configure.ac and Makefile.am.
# SPDX-License-Identifier: GPL-2.0-or-later
set -e
cd "$(dirname "$0")"
for tool in autoconf automake; do
   if ! command -v $tool > /dev/null; then
      echo "autogen.sh: $tool is missing: install the package $tool" \
         "(scripts/setup installs all missing packages)" >&2
      exit 1
   fi
done
exec autoreconf --install
