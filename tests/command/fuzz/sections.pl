#!/usr/bin/perl
# Write the seeds of the fuzz target `sections` into a folder: small ELF files with
# sections of debug information that are plain, compressed in either form, and
# compressed without compression (a stored block of deflate).
#
#    sections.pl FOLDER
#
# SPDX-License-Identifier: GPL-2.0-or-later
use strict;
use warnings;
use Compress::Zlib;

my ($PROGBITS, $STRTAB, $COMPRESSED, $ZLIB) = (1, 3, 0x800, 1);

# elf([NAME, FLAGS, BYTES]...): a file with these sections and their names.
sub elf {
   my @sections = (@_, ['.shstrtab', 0, '']);
   my ($names, $bytes, @headers) = ("\0", '');
   my $at = 64 + 64 * (@sections + 1);     # behind the headers

   for my $s (@sections) {
      push @headers, length $names;
      $names .= "$s->[0]\0";
   }
   $sections[-1][2] = $names;
   my $table = "\0" x 64;
   for my $s (@sections) {
      my $type = $s->[0] eq '.shstrtab' ? $STRTAB : $PROGBITS;
      $table .= pack 'L<2Q<4L<2Q<2', shift @headers, $type, $s->[1], 0,
                     $at + length $bytes, length $s->[2], 0, 0, 1, 0;
      $bytes .= $s->[2];
   }
   my $header = "\x7fELF" . pack('C5x7', 2, 1, 1, 0, 0) .
      pack 'S<2L<Q<3L<S<6', 1, 62, 1, 0, 0, 64, 0, 64, 0, 0, 64,
           @sections + 1, scalar @sections;
   return $header . $table . $bytes;
}

# As of SHF_COMPRESSED: with a header that has the size.
sub compressed {
   my ($bytes, $level) = @_;
   return pack('L<2Q<2', $ZLIB, 0, length $bytes, 1) . compress($bytes, $level);
}

# As of the sections .zdebug_*, which older linkers write.
sub old {
   my ($bytes) = @_;
   return 'ZLIB' . pack('Q>', length $bytes) . compress($bytes, 9);
}

my ($folder) = @ARGV;
my $info = join '', map { pack 'C', $_ * $_ % 251 } 1 .. 600;
my $text = 'a name ' x 40;
my %files = (
   plain => elf(['.debug_info', 0, substr $info, 0, 245],
                ['.debug_abbrev', 0, $text], ['.debug_line', 0, "\1\2\3" x 30]),
   compressed => elf(['.debug_info', $COMPRESSED, compressed($info, 9)],
                     ['.debug_str', $COMPRESSED, compressed($text, 1)]),
   stored => elf(['.debug_info', $COMPRESSED, compressed($info, 0)]),
   old => elf(['.zdebug_info', 0, old($info)], ['.zdebug_str', 0, old($text)]),
);

for my $name (sort keys %files) {
   open my $file, '>:raw', "$folder/$name" or die "$folder/$name: $!\n";
   print $file $files{$name};
   close $file or die "$folder/$name: $!\n";
}
