# clang for many sources at once.  Sourced by scripts.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# one_clang "OPTIONS" SOURCE...: what `clang OPTIONS SOURCE...` does with -c or
# -fsyntax-only, in one process: the driver starts one for each source, and most
# of what they take is their start.  -c puts each object beside its source, with
# the end .o: sources elsewhere are linked to.  Names of sources have no blanks.
#
# The driver itself tells, for one source, how it would start the compiler.  That
# gives memory back only without -disable-free.
one_clang() {
   one_clang_options=$1; shift
   one_clang_command=$(${CLANG:-clang} $one_clang_options '-###' "$1" 2>&1 |
      sed -n -e '$!d' -e 's/ "-disable-free"//' -e 's/ "-o" "[^"]*"//' \
             -e 's/ "-main-file-name" "[^"]*"//' -e '/^ *".*"-cc1"/p')
   if test -z "$one_clang_command"; then
      echo "${CLANG:-clang} does not say how it would compile $1" >&2
      return 1
   fi
   shift
   eval "$one_clang_command" '"$@"'
}
