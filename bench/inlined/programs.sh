# Programs of Debian's sources, and how they are compiled, and what they read:
# run, speed and planted/run source this file.
#
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154 # here: of the script that sources it

: "${CC:=gcc}" "${CXX:=g++}" "${OPTIONS:=-O2}"

die() {
   echo "inlined: $*" >&2
   exit 2
}

# sources PROGRAM: its folder of sources, in the current folder.
sources() {
   local package=$1
   case $1 in
   stencil | sort | sw | md) return ;;
   jsoncpp) package=libjsoncpp ;;
   lua) package=lua5.4 ;;
   sqlite) package=sqlite3 ;;
   xz) package=xz-utils ;;
   gsort) package=coreutils ;;
   pigz) sources zlib ;;
   esac
   if [ ! -d "$1" ]; then
      { apt-get source -q --download-only "$package" &&
         dpkg-source -x "$package"_*.dsc "$1"; } >"$1.log" 2>&1 ||
         die "apt-get source $package failed; see deb-src in sources.list(5)"
   fi
}

# compile PROGRAM OUTPUT SOURCES FLAGS...: compile the sources in a folder.
compile() {
   local program=$1 out=$2 s=$3
   shift 3
   case $program in
   cmark)
      touch "$s"/src/{config,cmark_export,cmark_version}.h
      $CC "$@" -I"$s/src" -include stdbool.h -DCMARK_EXPORT= \
         -DCMARK_INLINE=inline '-DCMARK_ATTRIBUTE(x)=' \
         -DCMARK_VERSION=0x1e02 '-DCMARK_VERSION_STRING="0.30.2"' \
         -o "$out" "$s"/src/*.c ;;
   expat)                        # the hashes have no random salt
      s=$s/expat
      touch "$s/lib/expat_config.h"
      $CC "$@" -DHAVE_ARC4RANDOM_BUF -Darc4random_buf=bzero \
         -DXML_CONTEXT_BYTES=1024 -DXML_NS -DXML_DTD -DXML_GE=1 \
         -DBYTEORDER=1234 -I"$s/lib" -o "$out" \
         "$s"/lib/xml{parse,role,tok}.c \
         "$s"/xmlwf/{xmlwf,xmlfile,codepage,unixfilemap}.c ;;
   lz4)
      $CC "$@" -DXXH_NAMESPACE=LZ4_ -I"$s/lib" -o "$out" "$s"/lib/*.c \
         "$s"/programs/*.c ;;
   mawk)
      rm -rf "$out.build"
      cp -a "$s" "$out.build"
      (cd "$out.build" && ./configure CC="$CC" && make CFLAGS="$*" LDFLAGS= &&
         cp mawk "../$out") ;;
   lua)                          # the hashes have no random salt
      echo '#define DEB_HOST_MULTIARCH ""' >"$s/src/lua5.4-deb-multiarch.h"
      rm -f "$s/src/luac.c"
      $CC "$@" -DLUA_USE_POSIX '-Dluai_makeseed(L)=0' -o "$out" \
         "$s"/src/*.c -lm ;;
   bzip2)
      $CC "$@" -D_FILE_OFFSET_BITS=64 -o "$out" \
         "$s"/{blocksort,huffman,crctable,randtable,compress,decompress}.c \
         "$s"/{bzlib,bzip2}.c ;;
   sqlite)
      rm -rf "$out.build"
      cp -a "$s" "$out.build"
      (cd "$out.build" && ./configure && make sqlite3.c shell.c) &&
         $CC "$@" -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION \
            -o "$out" "$out.build"/{sqlite3,shell}.c -lm ;;
   xz)
      rm -rf "$out.build"
      cp -a "$s" "$out.build"
      (cd "$out.build" && ./configure --disable-shared --disable-nls \
            CFLAGS="$*" && make && cp src/xz/xz "../$out") ;;
   pigz)
      (cd zlib && ./configure --static)
      $CC "$@" -pthread -Izlib -o "$out" "$s"/{pigz,yarn,try}.c \
         "$s"/zopfli/src/zopfli/*.c zlib/*.c -lm ;;
   gsort)
      rm -rf "$out.build"
      cp -a "$s" "$out.build"
      (cd "$out.build" &&
         FORCE_UNSAFE_CONFIGURE=1 ./configure --disable-nls CFLAGS="$*" &&
         printf 'include Makefile\nbuilt: $(BUILT_SOURCES)\n' |
            make -f - built && make src/sort && cp src/sort "../$out") ;;
   stencil | sort | sw | md)
      $CC "$@" -std=gnu11 -fopenmp -o "$out" "$here/../programs/$program.c" \
         -lm ;;
   cjson) $CC "$@" -I"$s" -o "$out" "$s/cJSON.c" "$here/cjson.c" -lm ;;
   pbzip2)
      $CXX "$@" -pthread -D_POSIX_PTHREAD_SEMANTICS \
         -o "$out" "$s"/*.cpp -lbz2 ;;
   jsoncpp)
      $CXX "$@" -pthread -I"$s/include" -o "$out" "$s"/src/lib_json/*.cpp \
         "$here/jsoncpp.cc" ;;
   pugixml)
      $CXX "$@" -I"$s/src" -o "$out" "$s/src/pugixml.cpp" "$here/pugixml.cc" ;;
   tinyxml2)
      $CXX "$@" -I"$s" -o "$out" "$s/tinyxml2.cpp" "$here/tinyxml2.cc" ;;
   esac
}

# documents KIND: files of 30 sizes, 1.KIND to 30.KIND, in the current folder.
documents() {
   awk -v kind="$1" -f "$here/documents.awk" || exit 2
}

# arguments PROGRAM: write its input to the current folder, and print its
# arguments.
arguments() {
   case $1 in
   cmark) documents md; echo {1..30}.md ;;
   expat) documents xml; mkdir -p out; echo -d out {1..30}.xml ;;
   lz4) documents md; echo -f -q -m -9 {1..30}.md ;;
   lua) echo "$here/../programs/loops.lua" 10 ;;
   mawk) documents md; echo -f "$here/words.awk" {1..30}.md ;;
   cjson | jsoncpp) documents json; echo {1..30}.json ;;
   pugixml | tinyxml2) documents xml; echo {1..30}.xml ;;
   esac
}
