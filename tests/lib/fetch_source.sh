# Get the source of a package in the distribution's version.  The script that
# sources this has the function `stop REASON`, which ends it.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# fetched_source PACKAGE CACHE: print the name of the tarball, if it is there.
fetched_source() {
   ls "$2/$1"_*.orig.tar.* 2> /dev/null | grep -v asc | head -n 1
}

# fetch_source PACKAGE CACHE: download the tarball into a folder, if it is not
# there.  Call it in a subshell.
fetch_source() {
   test -z "$(fetched_source "$1" "$2")" || return 0
   command -v apt-get > /dev/null || stop 'there is no apt-get'
   # A source list of our own, because new machines have none for sources.
   . /etc/os-release
   components=main
   case $ID in
   debian)
      keys=/usr/share/keyrings/debian-archive-keyring.gpg
      from=http://deb.debian.org/debian ;;
   ubuntu)
      components='main universe'
      keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg
      from=http://archive.ubuntu.com/ubuntu ;;
   *) stop "no source list for $ID" ;;
   esac
   mkdir -p "$2/lists/partial" && cd "$2" || stop "no folder $2"
   echo "deb-src [signed-by=$keys] $from $VERSION_CODENAME $components" \
      > sources.list
   # The tarball is enough, if a mirror has not all files of the package.
   for step in update "source --download-only $1"; do
      # shellcheck disable=SC2086 # a command and its arguments
      apt-get -qq -o Dir::Etc::SourceList="$PWD/sources.list" \
         -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$PWD/lists" \
         -o Dir::Cache="$PWD" -o Dir::Cache::Archives="$PWD" \
         -o Acquire::Retries=2 $step > log 2>&1 < /dev/null ||
         test -n "$(fetched_source "$1" .)" ||
         stop "apt-get $step: $(tail -n 1 log)"
   done
   # The lists are large and are not needed again.
   rm -rf lists
}
