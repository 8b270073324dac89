# Counts the words of a file: the most frequent ones.
#
# SPDX-License-Identifier: GPL-2.0-or-later
use strict;
use warnings;

my %n;
while (<>) {
   $n{$_}++ for /[a-z]+/g;
}
my @words = sort { $n{$b} <=> $n{$a} || $a cmp $b } keys %n;
print "$n{$_} $_\n" for @words[0 .. 19];
