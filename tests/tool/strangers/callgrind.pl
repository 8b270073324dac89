#!/usr/bin/perl
# Compares a profile with callgrind's output for a run of the same program:
# calls and self cost of every routine that has a symbol.
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#     callgrind.pl [-l] PROFILE CALLGRIND-FILE OBJDUMP
#
# PROFILE is a profile of cost unit `instr` or `bb`; the other file is of a run
# with --dump-instr=yes --separate-recs=1 --skip-plt=no, uncompressed.  Prints
# differences, and last a line `compared ROUTINES CALLS COST`.  Status 1: there
# are differences.
#
# -l: the profile is of a run with lazy binding, callgrind's of one without
# (LD_BIND_NOW), since aprof leaves the resolver out.  The dynamic linker, and
# the routines that it calls, are not compared.
#
# Callgrind counts instructions at their addresses; objdump says what the
# instructions are, so that nothing here was decoded by Valgrind.  Callgrind's
# conventions differ from aprof's as follows; each rule is applied to all cases
# that it fits:
#
#  loop      A jump to the entry of the routine that jumps is a call for
#            callgrind.  For aprof it is a loop.
#  part      f.cold and f.part.N are routines of their own for callgrind.  For
#            aprof a jump there stays in the same activation.
#  nameless  A jump to code without a symbol in another section or object is a
#            call for callgrind (.init, .fini, the entry of a stripped
#            program).  For aprof code without a symbol is entered by calls
#            only.  Symbols without a size are none for callgrind.  Aprof has
#            names there, which are left out, and a jump may be a call: the
#            cost of nameless code may be that of the code that jumps there.
#  inside    A jump to another object is a call for callgrind, wherever it
#            lands.  For aprof a routine is entered at its entry.
#  through   Callgrind looks for entries at the beginnings of its blocks only.
#            For aprof a routine that falls through into another one enters it.
#  stub      PLT stubs are routines for callgrind.  For aprof they don't exist:
#            a call through a stub is a call of the target of the stub's jump.
#  chain     A tail jump to a routine that is already in the chain goes on in
#            it: no call for aprof, a call for callgrind.  The totals do not
#            say which jumps these are: of routines on a cycle of tail jumps
#            only the real calls are compared, as a lower bound.
#  last      The block that ends the process by a system call is not in
#            callgrind's counts: it adds a block's cost when the next one
#            begins.
#  repeat    Callgrind counts a repeated string instruction once more than it
#            is iterated, when the counter has run out.  For aprof it costs a
#            turn of a vector loop for each 128 bytes.  There is a lower and an
#            upper bound.  The same holds for basic blocks of nameless code
#            outside .text, whose object callgrind does not report.
#
#  landing   If a load of the stack pointer leaves frames without a return
#            (longjmp, exceptions), then aprof closes the frames at once, and
#            the instructions up to the jump belong to the routine where it
#            lands, or to a routine between.  For callgrind they belong to the
#            routine that loads.  The cost of these instructions must be found
#            again as a surplus elsewhere.
#
# If by the first five rules one activation of aprof's stands for two of
# callgrind's routines, then self costs are compared as the sum over the group.

use strict;
use warnings;

# Instructions in the last block, which makes a system call; in a turn of a
# repeated instruction.
use constant { LAST => 3, TURN => 10 };

my $lazy = $ARGV[0] eq '-l' && shift @ARGV;
my ($profile, $callgrind, $objdump) = @ARGV;

sub base { my ($file) = @_; $file =~ s|.*/||; return $file }

# --- the profile ------------------------------------------------------------

my ($unit, @object, %routine, %entry, %our_calls, %our_self);
my %has_name;           # by object and address, of code that callgrind names

sub read_profile
{
   my ($current, $metric);

   open my $in, '<', $profile or die "$profile: $!\n";
   while (<$in>) {
      chomp;
      my @f = split /\t/, $_, -1;
      if ($f[0] eq 'cost') {
         $unit = $f[1];
      } elsif ($f[0] eq 'obj') {
         $object[$f[1]] = base($f[2]);
      } elsif ($f[0] eq 'fn') {
         my $name = $f[4];
         $name = $f[3] if $name =~ /\+0x[0-9a-f]+$/
                          || !$has_name{$object[$f[2]]}{hex $f[3]};
         $routine{$f[1]} = "$object[$f[2]]:$name";
         $entry{"$object[$f[2]]:" . hex $f[3]} = "$object[$f[2]]:$name";
      } elsif ($f[0] eq 'prof') {
         $current = $routine{$f[1]};
      } elsif ($f[0] eq 'table') {
         $metric = $f[1];
      } elsif ($f[0] eq 't' && $metric eq 'trms') {
         $our_self{$current} += $f[10];
      } elsif ($f[0] eq 'edge') {
         $our_calls{$routine{$f[2]}} += $f[3]
            unless is_linker($routine{$f[1]});
      }
   }
}

# --- callgrind's file -------------------------------------------------------

# %cost: by routine and address, instructions executed.  @arcs: from, site's
# object and address, to, target's address, calls.
my (%path, %cost, @arcs);

# The name of a routine; without a symbol, its address.
sub name_of
{
   my ($object, $name) = @_;

   $name = sprintf '0x%x', hex $1 if $name =~ /^0x([0-9a-f]+)/;
   return "$object:$name";
}

sub read_callgrind
{
   my ($object, $name, $to_object, $to, $calls, $target);

   open my $in, '<', $callgrind or die "$callgrind: $!\n";
   while (<$in>) {
      if (/^ob=(.*)/) {
         $object = base($1);
         $path{$object} = $1;
      } elsif (/^fn=(.*)/) {
         $name = name_of($object, $1);
         $to_object = $object;
      } elsif (/^cob=(.*)/) {
         $to_object = base($1);
      } elsif (/^cfn=(.*)/) {
         $to = name_of($to_object, $1);
      } elsif (/^calls=(\d+) 0x([0-9a-f]+)/) {
         ($calls, $target) = ($1, hex $2);
      } elsif (/^0x([0-9a-f]+) (\d+)$/) {
         if (defined $calls) {
            push @arcs, { from => $name, object => $object, site => hex $1,
                          to => $to, to_object => $to_object,
                          target => $target, calls => $calls };
            undef $calls;
            $to_object = $object;
         } else {
            $cost{$name}{hex $1} += $2;
            $has_name{$object}{hex $1} = 1 unless is_nameless($name);
         }
      }
   }
}

# --- instructions -----------------------------------------------------------

# By object and address: the kind of an instruction, if it matters; whether it
# is between a load of the stack pointer and an indirect jump.
my (%kind, %landing);

sub kind_of
{
   my ($prefixes, $mnemonic) = @_;

   return 'call' if $mnemonic =~ /^call/;
   return 'return' if $mnemonic =~ /^ret/;
   return 'jump' if $mnemonic =~ /^(j|loop)/;
   return 'system' if $mnemonic =~ /^(syscall|sysenter|int)$/;
   return 'repeat' if $prefixes =~ /\brep/
                      && $mnemonic =~ /^(movs|cmps|stos|lods|scas)/;
   return undef;
}

sub disassemble
{
   my ($object) = @_;
   my @loaded;

   open my $in, '-|', $objdump, '-d', '--no-show-raw-insn', $path{$object}
      or die "$objdump: $!\n";
   while (<$in>) {
      next unless /^\s*([0-9a-f]+):\s+((?:(?:bnd|notrack|data16|addr32|cs|ds
                    |lock|rep|repz|repnz|xacquire|xrelease|rex\S*)\s+)*)
                   (\S+)\s*(\S*)/x;
      my ($address, $mnemonic, $operands) = (hex $1, $3, $4);
      my $kind = kind_of($2, $mnemonic);
      $kind{$object}{$address} = $kind if defined $kind;

      if ($mnemonic eq 'mov' && $operands =~ /^%r(?!bp).*,%rsp$/) {
         @loaded = ($object);
      } elsif (@loaded) {
         push @loaded, $address;
         if ($mnemonic eq 'jmp' && $operands =~ /^\*%/) {
            $landing{$object}{$_} = 1 for @loaded[1 .. $#loaded];
         }
         @loaded = () if defined $kind;
      }
   }
   close $in;
}

# --- the rules --------------------------------------------------------------

my %group;      # union of routines that are one activation for aprof

sub group_of
{
   my ($name) = @_;

   while (defined $group{$name}) { $name = $group{$name} }
   return $name;
}

sub unite
{
   my ($a, $b) = (group_of($_[0]), group_of($_[1]));

   $group{$a} = $b if $a ne $b;
}

sub is_linker { return $lazy && $_[0] =~ /^ld-linux[^:]*:/ }

sub is_nameless { return $_[0] =~ /:0x/ }

my (%stub, %calls, %real, %tail, %by_linker);

# PLT stubs: code that belongs to no object (to Valgrind an object is its
# .text), of at most two instructions, that calls once each time that it is
# entered. %stub holds the arc out of the stub, or the stub itself if there are
# several (the dynamic linker's own stubs, before and after it has relocated
# itself).
sub find_stubs
{
   my (%in, %out);

   for my $arc (@arcs) {
      $in{$arc->{to}} += $arc->{calls};
      push @{$out{$arc->{from}}}, $arc;
   }
   for my $name (keys %cost) {
      my @out = @{$out{$name} // []};
      my $calls = 0;
      $calls += $_->{calls} for @out;
      next unless $name =~ /^\?\?\?:0x/ && keys %{$cost{$name}} <= 2
                  && $calls > 0 && $in{$name} == $calls;
      $stub{$name} = @out == 1 ? $out[0] : { to => $name };
   }
}

# What an arc is for aprof: a call, a tail call, or nothing.  If it is nothing,
# then the two routines of callgrind's are united.
sub apply_rules
{
   my @kept;

   for my $arc (@arcs) {
      my $from = $arc->{from};                                    # stub
      next if defined $stub{$from} && $stub{$from}{to} ne $from;
      my $landing = $arc;
      $landing = $stub{$landing->{to}}
         while defined $stub{$landing->{to}}
               && $stub{$landing->{to}} != $landing;
      my $to = $landing->{to};
      next if defined $stub{$to};
      my $kind = defined $stub{$from} ? 'call'
                 : $kind{$arc->{object}}{$arc->{site}} // '';
      my $is_entry = $entry{"$landing->{to_object}:$landing->{target}"};

      if ($kind ne 'call') {
         next if $from eq $to;                                    # loop
         if ($to =~ /\.(cold|part\.\d)/                           # part
             || is_nameless($to) || !$is_entry) {                 # nameless,
            unite($to, $from);                                    # inside
            next;
         }
      }
      push @kept, [$from, $to, $kind, $arc->{calls}];
   }

   my %linked = map { group_of($_) => 1 } grep { is_linker($_) } keys %cost;
   for (@kept) {
      my ($from, $to, $kind, $calls) = @$_;
      if ($linked{group_of($from)}) {
         $by_linker{$to} = 1;
         next;
      }
      $calls{$to} += $calls;
      if ($kind eq 'call') {
         $real{$to} += $calls;
      } else {
         $tail{$from}{$to} = 1;
      }
   }
}

# Finds routines whose instructions go on into another routine.
sub find_falls_through                                            # through
{
   for my $from (keys %cost) {
      my ($object) = $from =~ /^([^:]*):/;
      for my $address (keys %{$cost{$from}}) {
         my $to = $entry{"$object:$address"};
         next if !defined $to || $to eq $from || is_nameless($to)
                 || is_nameless($from);
         $calls{$to} += $cost{$from}{$address};
         $tail{$from}{$to} = 1;
         unite($from, $to);
      }
   }
}

# Can `to` be reached from `from` by tail jumps?
sub reaches
{
   my ($from, $to) = @_;
   my (%seen, @todo);

   @todo = keys %{$tail{$from} // {}};
   while (defined(my $name = pop @todo)) {
      return 1 if $name eq $to;
      push @todo, keys %{$tail{$name} // {}} unless $seen{$name}++;
   }
   return 0;
}

# --- comparison -------------------------------------------------------------

my ($differences, $compared, $all_calls, $all_cost) = (0, 0, 0, 0);
my $landed;

sub differs
{
   print map { "$_\n" } @_;
   $differences++;
}

sub compare_calls
{
   for my $name (sort keys %{{ %calls, %our_calls }}) {
      next if is_nameless($name) || is_linker($name);
      my ($ours, $theirs) = ($our_calls{$name} // 0, $calls{$name} // 0);
      $compared++;
      $all_calls += $ours;
      next if $ours == $theirs;
      next if reaches($name, $name) && $ours < $theirs               # chain
              && $ours >= ($real{$name} // 0);
      differs("$name: $ours calls, callgrind: $theirs");
   }
}

# The cost of a routine's instructions in aprof's unit: the lowest, the highest,
# and the part between that may be found elsewhere.
sub cost_of
{
   my ($name) = @_;
   my ($object) = $name =~ /^([^:]*):/;
   my ($low, $high, $landing) = (0, 0, 0);

   while (my ($address, $count) = each %{$cost{$name} // {}}) {
      my $kind = $object eq '???' ? 'unknown' : $kind{$object}{$address};
      next if $unit eq 'bb' && !defined $kind;
      my $repeats = defined $kind && $kind eq 'repeat';
      $high += $repeats && $unit eq 'instr' ? TURN * $count : $count;
      if ($landing{$object}{$address}) {
         $landing += $count;
      } elsif (!$repeats && ($unit eq 'instr' || $kind ne 'unknown')) {
         $low += $count;
      }
   }
   $high += $unit eq 'bb' ? 1 : LAST if $name =~ /:_[eE]xit$/;    # last
   return ($low, $high, $landing);
}

sub compare_costs
{
   my (%low, %high, %landing, %ours, %named, %skipped);

   for my $name (keys %{{ %cost, %our_self }}) {
      next if $stub{$name};
      my $group = group_of($name);
      $skipped{$group} = 1 if $by_linker{$name} || is_linker($name);
      my ($low, $high, $landing) = cost_of($name);
      $low{$group} += $low unless is_nameless($name);
      $high{$group} += $high;
      $landing{$group} += $landing;
      $ours{$group} += $our_self{$name} // 0;
      push @{$named{$group}}, $name unless is_nameless($name);
   }
   my ($missing, $surplus, $nameless, @surplus) = (0, 0, 0);
   for my $group (sort keys %ours) {
      next if $skipped{$group};
      if (!defined $named{$group}) {
         $nameless += $ours{$group} - $high{$group}
            if $ours{$group} > $high{$group};
         next;
      }
      my ($ours, $low, $high) = ($ours{$group}, $low{$group}, $high{$group});
      my $left = $low + $landing{$group} - $ours;
      my $text = join(' + ', sort @{$named{$group}}) . ": $ours $unit, "
                 . "callgrind: $low..$high";
      $all_cost += $ours;
      $missing += $left if $left > 0;
      $surplus += $ours - $high if $ours > $high;
      push @surplus, $text if $ours > $high;
      differs($text) if $ours < $low;
   }
   differs(@surplus, "$surplus $unit too many, $missing landed elsewhere")
      if $surplus > $missing
         || ($unit eq 'instr' && $surplus + $nameless < $missing);
   $landed = $surplus;
}

read_callgrind();
read_profile();
disassemble($_) for grep { $_ ne '???' } sort keys %path;
find_stubs();
apply_rules();
find_falls_through();
compare_calls();
compare_costs();
print "compared $compared $all_calls $all_cost $landed\n";
exit($differences > 0 ? 1 : 0);
