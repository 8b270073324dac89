#!/usr/bin/perl
# Compares a profile with the output of lackey_feed --calls for lackey's trace
# of the same program: how many activations of each routine had which rms, and
# the rms of the whole program.  For static programs at fixed addresses: a
# routine's offset is its address.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#     lackey.pl PROFILE FED
#
# Prints differences, and last a line `compared ROUTINES ACTIVATIONS RMS`.
# Status 1: there are differences.

use strict;
use warnings;

my ($profile, $fed) = @ARGV;
my (%name, %ours, %theirs, $our_rms, $their_rms);

# If the tables of two metrics are equal, then the file holds them once.
sub read_profile
{
   my ($routine, $metric, %table);

   open my $in, '<', $profile or die "$profile: $!\n";
   while (<$in>) {
      chomp;
      my @f = split /\t/, $_, -1;
      if ($f[0] eq 'total') {
         $our_rms = $f[3];
      } elsif ($f[0] eq 'fn') {
         $routine = hex $f[3];
         $name{$routine} = $f[4];
         $table{"fn$f[1]"} = $routine;
      } elsif ($f[0] eq 'prof') {
         $routine = $table{"fn$f[1]"};
      } elsif ($f[0] eq 'table') {
         $metric = $f[1];
         $table{$metric} = {};
      } elsif ($f[0] eq 't') {
         $table{$metric}{$f[1]} += $f[3];
      } elsif ($f[0] eq 'same') {
         $table{$f[1]} = $table{$f[2]};
      }
      $ours{$routine} = $table{rms}
         if $f[0] eq 'same' || $f[0] eq 't' && $metric eq 'rms';
   }
}

sub read_fed
{
   open my $in, '<', $fed or die "$fed: $!\n";
   while (<$in>) {
      chomp;
      my @f = split /\t/;
      $their_rms = $f[1] if $f[0] eq 'rms';
      $theirs{hex $f[1]}{$f[2]} += $f[3] if $f[0] eq 'activations';
   }
}

sub text
{
   my ($sizes) = @_;

   return join ' ', map { "$_=$sizes->{$_}" }
                        sort { $a <=> $b } keys %{$sizes};
}

my ($differences, $routines, $activations) = (0, 0, 0);

read_profile();
read_fed();
for my $routine (sort { $a <=> $b } keys %{{ %ours, %theirs }}) {
   my ($a, $b) = (text($ours{$routine} // {}), text($theirs{$routine} // {}));
   $routines++;
   $activations += $_ for values %{$ours{$routine} // {}};
   next if $a eq $b;
   $differences++;
   printf "%s at 0x%x:\n   aprof:  %s\n   lackey: %s\n",
          $name{$routine} // '?', $routine, $a, $b;
}
if ($our_rms != $their_rms) {
   $differences++;
   print "the whole: rms $our_rms, lackey: $their_rms\n";
}
print "compared $routines $activations $our_rms\n";
exit($differences > 0 ? 1 : 0);
