#!/usr/bin/perl
# Compare runs of a program.  Output: the results, as tests/tool/regression/run
# prints them; that script says what the expectations are.
#
#    compare.pl held TEST OUTPUT TAG SUFFIX
#       with the expectations of its .exp, which are on stdin without comments
#    compare.pl alike TEST OUTPUT TAG FIRST WHAT
#       with the run FIRST: the profiles are the same, except for the line about
#       the run
#    compare.pl field PROFILE ROUTINE COLUMN
#       no comparison: print one value of `report`, or of the record `total`
#
# TAG and FIRST are folders of runs: the program's out and err, status and pid,
# and its profiles, whose name is OUTPUT, with %p for the process.
#
# APROF is the command.  It runs once for each routine that is asked for.
#
# SPDX-License-Identifier: GPL-2.0-or-later
use strict;
use warnings;

my ($verb, @arguments) = @ARGV;
my ($test, $output, $tag, @rest) = @arguments;
my $file = '';   # the profile that the expectations are about

sub contents {
   my ($name) = @_;
   open my $in, '<', $name or return '';
   local $/;
   my $text = <$in>;
   return defined $text ? $text : '';
}

sub ok { print "ok - $test: $_[0]\n" }
sub not_ok {
   my ($name, $reason) = @_;
   print "not ok - $test: $name\n";
   print "# $_\n" for split /\n/, substr($reason, 0, 2000);
}
sub decide {
   my ($good, $name, $reason) = @_;
   $good ? ok($name) : not_ok($name, $reason);
}

# --- runs --------------------------------------------------------------------

# What the run in a folder has left.
sub run_in {
   my ($folder) = @_;
   my %run = (folder => $folder, map { $_ => contents("$folder/$_") }
      qw(out err status pid));
   chomp @run{qw(status pid)};
   return \%run;
}

# The path of the profile of a process that the program has named; undefined if
# it has not.
sub profile {
   my ($run, $label) = @_;
   my $path = "$run->{folder}/$output";
   my $pid;
   if ($label ne '') {
      return unless $run->{out} =~ /^profile \Q$label\E (\S+)$/m;
      $pid = hex $1;
   }
   if ($path =~ /%p/) {
      $pid = $run->{pid} unless defined $pid;
      $path =~ s/%p/$pid/g;
   } elsif (defined $pid) {
      $path .= ".$pid";
   }
   return $path;
}

# --- the profile --------------------------------------------------------------

my %tables;

# The rows of `aprof ARGUMENTS --format=tsv FILE`, each by column.
sub table {
   my @arguments = @_;
   my $key = join "\0", $file, @arguments;
   return @{ $tables{$key} } if $tables{$key};
   my @rows;
   my $pid = open my $in, '-|';
   die "fork: $!" unless defined $pid;
   if ($pid == 0) {
      open STDERR, '>>', "$file.$arguments[0].err";
      exec $ENV{APROF}, @arguments, '--format=tsv', $file;
      die "$ENV{APROF}: $!";
   }
   my @columns;
   while (my $line = <$in>) {
      chomp $line;
      my @cells = split /\t/, $line, -1;
      if (!@columns) { @columns = @cells; next }
      my %row;
      @row{@columns} = @cells;
      push @rows, \%row;
   }
   close $in;
   $tables{$key} = \@rows;
   return @rows;
}

sub points {
   my ($routine, $metric, @options) = @_;
   return table('points', "--routine=$routine", "--metric=$metric", @options);
}

# The activations of a routine by size: size=calls, ascending.
sub histogram {
   my ($routine, $metric, @options) = @_;
   my $thread;
   if ($routine =~ /^(.*?)#(.*)$/) {
      ($routine, $thread) = ($1, $2);
      push @options, '--threads';
   }
   my (%calls, @sizes);
   for my $row (points($routine, $metric, @options)) {
      next if defined $thread && $row->{thread} ne $thread;
      push @sizes, $row->{size} unless exists $calls{ $row->{size} };
      $calls{ $row->{size} } += $row->{calls};
   }
   return join ' ', map { "$_=$calls{$_}" } @sizes;
}

# `3=1 10..12=5` with every size of its own, ascending.
sub spelled {
   my %calls;
   for my $part (split ' ', $_[0]) {
      next if $part eq 'none';
      my ($sizes, $calls) = split /=/, $part;
      my ($first, $last) = split /\.\./, $sizes;
      $calls{$_} = $calls for $first .. (defined $last ? $last : $first);
   }
   return join ' ', map { "$_=$calls{$_}" } sort { $a <=> $b } keys %calls;
}

# One value of points by trms.
sub cell {
   my ($routine, $size, $column) = @_;
   my @rows = grep { $_->{size} == $size } points($routine, 'trms');
   return @rows . "-rows-of-size-$size" unless @rows == 1;
   my $row = $rows[0];
   if ($column eq 'cost') {
      return $row->{cost_min} if $row->{cost_min} == $row->{cost_max};
      return "$row->{cost_min}..$row->{cost_max}";
   }
   return defined $row->{$column} ? $row->{$column} : '';
}

# One value of report, or of the record `total`.
sub field {
   my ($routine, $column) = @_;
   if ($routine eq 'total') {
      my @names = qw(cost activations rms ext trms external thread);
      my ($line) = contents($file) =~ /^total\t(.*)$/m or return '';
      my %total;
      @total{@names} = split /\t/, $line;
      return defined $total{$column} ? $total{$column} : '';
   }
   my @rows = grep {
      $_->{routine} eq $routine || index($_->{routine}, "$routine(") == 0
   } table('report');
   return @rows . "-rows-of-$routine" unless @rows == 1;
   return defined $rows[0]{$column} ? $rows[0]{$column} : '';
}

# The lines of a caller in which it calls a callee, ascending; `no edge` where it
# does not.
sub places {
   my ($caller, $callee) = @_;
   my (%name, $here, @lines);
   my $edges = 0;
   for (split /\n/, contents($file)) {
      my ($record, @fields) = split /\t/;
      if ($record eq 'fn') {
         $name{ $fields[0] } = $fields[3] =~ s/\(.*//r;
      } elsif ($record eq 'edge') {
         $here = $name{ $fields[0] } eq $caller && $name{ $fields[1] } eq $callee;
         $edges += $here;
      } elsif ($here && $record eq 'x-call') {
         push @lines, join '@', $fields[0], map { s{.*/}{}r } @fields[1 .. $#fields];
      }
   }
   return 'no edge' unless $edges;
   return join(' ', sort { ($a =~ /(\d+)/)[0] <=> ($b =~ /(\d+)/)[0] } @lines)
      || 'none';
}

sub number { return $_[0] =~ /^[0-9.]+$/ && $_[0] !~ /\.\./ }

# --- expectations -------------------------------------------------------------

sub expect {
   my ($run, $line, $what) = @_;
   my ($left, $right) = $line =~ /^(.*): (.*)$/ ? ($1, $2) : ($line, $line);
   if ($line =~ /^exit / || $line eq 'stderr any') {
      return;
   } elsif ($line eq 'absent') {
      decide(!-e $file, $what, "$file is there");
   } elsif ($left =~ /^rows (.*)/) {
      my $routine = $1;
      my $got = grep { $_->{routine} eq $routine } table('report');
      decide($got == $right, $what, "got: $got");
   } elsif ($left =~ /^places (\S+) (\S+)$/) {
      my $got = places($1, $2);
      decide($got eq $right, $what, "got: $got");
   } elsif ($line =~ /^state (.*)/) {
      my $want = $1;
      my $got = join "\n", map { my @f = split /\t/; "$f[1] $f[2]" =~ s/ *$//r }
         contents($file) =~ /^(run\t.*)$/mg;
      decide($got eq $want, $what, "got: $got");
   } elsif ($line =~ /^record (.*)/) {
      my $regex = $1;
      decide(scalar(contents($file) =~ /$regex/m), $what, "$file has no such line");
   } elsif ($line =~ /^lacks (.*)/) {
      my $regex = $1;
      decide(contents($file) !~ /$regex/m, $what, "$file has such a line");
   } elsif ($line =~ /^said (.*)/) {
      my $regex = $1;
      decide(scalar($run->{err} =~ /$regex/m), $what, $run->{err});
   } elsif ($line =~ /^assert (.*)/) {
      my ($expression, $seen, $bad) = ($1, '', 0);
      $expression =~ s{([A-Za-z_~:][A-Za-z0-9_~:]*)(?:\@([0-9]+))?\.([a-z_]+)}{
         my $value = defined $2 ? cell($1, $2, $3) : field($1, $3);
         $seen .= " $&=$value";
         $bad = 1 unless number($value);
         " $value";
      }ge;
      if ($bad) {
         not_ok($what, "no such value:$seen");
      } else {
         my $holds = eval $expression;
         decide(!$@ && $holds, $what, "got:$seen$@");
      }
   } elsif ($line =~ / (?:trms|ext|rms|wms):/) {
      # A name may have blanks.
      my ($routine, $open, $metric) = $left =~ /^(.*?)( open)? (\S+)$/;
      my @options = defined $open ? ('--open') : ();
      # No row is an answer only if there is a profile.
      my $got = -f $file ? histogram($routine, $metric, @options)
         : 'no profile';
      decide($got eq spelled($right), $what, "got: $got");
   } elsif ($line =~ / .*:/) {
      my ($routine, $column) = split ' ', $left;
      my $bad = '';
      for my $part (split ' ', $right) {
         my ($size, $want) = split /=/, $part;
         my $got = cell($routine, $size, $column);
         $bad .= " $size=$got" unless number($got) && $got == $want;
      }
      decide($bad eq '', $what, "got:$bad");
   } else {
      not_ok($what, 'the expectation cannot be read');
   }
}

# Compare a run with the expectations on stdin.
sub held {
   my ($run, $suffix) = @_;
   my @lines = map { s/^\s+|\s+$//gr } <STDIN>;
   my ($exit) = (map({ /^exit (.*)/ ? $1 : () } @lines), 0);
   decide($run->{status} eq $exit, "exit$suffix",
          "got: $run->{status}\n$run->{err}");
   decide($run->{err} eq '', "silent$suffix", $run->{err})
      unless grep { $_ eq 'stderr any' } @lines;
   my %name = $run->{out} =~ /^name (\S+) (.*)$/mg;
   my $label = '';
   $file = profile($run, '');
   for my $line (@lines) {
      $line =~ s/\@$_\@/$name{$_}/g for keys %name;
      next if $line eq '';
      if ($line =~ /^%profile (.*)/) {
         $label = $1;
         $file = profile($run, $label);
         if (!defined $file) {
            not_ok("profile $label$suffix", 'it was not named');
            $file = '';
         }
      } else {
         expect($run, $line, ($label ne '' ? "$label " : '') . "$line$suffix");
      }
   }
}

# --- two runs -----------------------------------------------------------------

# The lines of two profiles that differ, ten of them at most.
sub difference {
   my ($left, $right) = @_;
   my %count;
   $count{$_}++ for split /\n/, $left;
   $count{$_}-- for split /\n/, $right;
   my @lines = map { $count{$_} > 0 ? "< $_" : $count{$_} < 0 ? "> $_" : () }
      sort keys %count;
   return join "\n", @lines > 10 ? @lines[0 .. 9] : @lines;
}

# Compare all profiles of two runs.
sub alike {
   my ($run, $first, $what) = @_;
   my @labels = $first->{out} =~ /^profile (\S+) /mg;
   unshift @labels, '' if $output eq 'profile';
   not_ok($what, 'there is no profile to compare') unless @labels;
   for my $label (@labels) {
      my ($left, $right) = map { contents(profile($_, $label) // '') }
         $first, $run;
      s/^run\t.*\n//mg for $left, $right;
      decide($left ne '' && $left eq $right,
             $what . ($label ne '' ? " $label" : ''),
             difference($left, $right));
   }
}

if ($verb eq 'held') {
   held(run_in($tag), @rest);
} elsif ($verb eq 'alike') {
   alike(run_in($tag), run_in($rest[0]), $rest[1]);
} elsif ($verb eq 'field') {
   ($file, my @names) = @arguments;
   print field(@names), "\n";
} else {
   die "compare.pl: $verb: no such comparison\n";
}
