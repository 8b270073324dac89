# Values in the Makefile of a build.  Sourced by scripts.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# makefile_value NAME: print the value of a variable in the Makefile of the build
# in $top_builddir, in which a line may go on behind a backslash.
makefile_value() {
   sed -n -e ':join' -e '/\\$/ { N; b join' -e '}' -e 's/\\\n//g' \
      -e "s/^$1 = //p" "$top_builddir/Makefile"
}
