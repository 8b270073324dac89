#!/usr/bin/perl
# A program of random instructions, in assembly: registers written in parts,
# vectors written by halves, flags that go from block to block.
#
#    generate.pl SEED ROUTINES [avx]
#
# avx: with vectors of 256 bits, and fused multiplications, too.
#
# Each routine loads all registers from the state at %rdi, executes some blocks
# with jumps between them, and stores the registers and the flags.  What two
# processors may do differently is left out: flags that are undefined, what
# becomes of a NaN.
#
# SPDX-License-Identifier: GPL-2.0-or-later

use strict;
use warnings;

my ($seed, $routines, $avx) = @ARGV;
srand $seed;

sub one_of { return $_[int rand @_] }

# By name: 64, 32, 16 and 8 bits.
my %part = (
   rax => [qw(rax eax ax al)], rbx => [qw(rbx ebx bx bl)],
   rcx => [qw(rcx ecx cx cl)], rdx => [qw(rdx edx dx dl)],
   rsi => [qw(rsi esi si sil)], r8 => [qw(r8 r8d r8w r8b)],
   r9 => [qw(r9 r9d r9w r9b)], r10 => [qw(r10 r10d r10w r10b)],
   r11 => [qw(r11 r11d r11w r11b)]
);
my @words = sort keys %part;
my @vectors = map { "xmm$_" } 0 .. 5;

sub word { return '%' . $part{one_of(@words)}[0] }
sub half { return '%' . $part{one_of(@words)}[1] }
sub narrow { return '%' . $part{one_of(@words)}[2] }
# Not with %ah and the like.
sub byte { return '%' . $part{one_of(@words)}[3] }
sub low { return '%' . one_of(qw(al bl cl dl ah bh ch dh)) }
sub vector { return '%' . one_of(@vectors) }
sub number { return int rand 100 }
# In the state, behind the registers; %rdi stays.
sub memory { return (256 + int rand 200) . '(%rdi)' }

# Some of the values, all different.
sub vectors {
   my $n = shift;
   my @all = @vectors;
   return map { '%' . splice(@all, int rand @all, 1) } 1 .. $n;
}

# Values that go from instruction to instruction, and only the last one into a
# register that is kept: products and sums of three and four operands, many of
# them at once.
sub of_numbers {
   my ($u, $v, $w) = vectors(3);
   my $start = "cvtsi2sd " . half() . ", $u; cvtsi2sd " . half() . ", $v; "
               . "cvtsi2sd " . half() . ", $w; ";
   my $end = "pxor $v, $v; pxor $w, $w";
   # Valgrind itself computes what is above the number differently.
   my $low = "vmovq $u, $u";
   return one_of(
      sub { "${start}mulsd $v, $w; addsd $w, $u; $end" },
      sub { "${start}mulsd $v, $w; subsd $u, $w; divsd $w, $v; "
            . "movaps $v, $u; $end" },
      sub { "${start}mulsd $w, $v; sqrtsd $v, $u; $end" },
      sub { $start . join("; ", ("addsd $v, $u; mulsd $w, $v") x 4)
            . "; $end" },
      sub { my ($x, $y) = vectors(2);
            join("; ", ("paddd $x, $y", "pxor $y, $x") x 28) },
      sub { join("; ", map { "cvtdq2pd $_, $_" } $u, $v, $w)
            . "; mulpd $v, $w; addpd $w, $u; $end" },
      $avx ? sub { "${start}vfmsub231sd $v, $w, $u; $low; $end" } : (),
      $avx ? sub { "${start}vaddsd $v, $w, $w; vfmadd213sd $w, $v, $u; "
                   . "$low; $end" } : ()
   )->();
}

# The same in registers of another kind.
sub of_stack {
   my $to = 256 + 8 * int rand 25;
   my $load = "filds " . memory() . "; filds " . memory() . "; filds "
              . memory() . "; ";
   return one_of(
      sub { "${load}faddp; faddp; fistpll $to(%rdi)" },
      sub { "${load}fmulp; fsubp; fistpll $to(%rdi)" },
      sub { "${load}fxch; fmulp; fabs; faddp; fchs; fistpll $to(%rdi)" }
   )->();
}

sub wide { my $v = vector(); $v =~ s/x/y/; return $v }

sub of_wide_vectors {
   return one_of(
      sub { "vmovups " . memory() . ", " . wide() },
      sub { "vmovups " . wide() . ", " . memory() },
      sub { "vmovups " . memory() . ", " . vector() },
      sub { "vmovsd " . memory() . ", " . vector() },
      sub { "vmovsd " . vector() . ", " . vector() . ", " . vector() },
      sub { "vmovhpd " . memory() . ", " . vector() . ", " . vector() },
      sub { "vmovq " . word() . ", " . vector() },
      sub { "vpinsrw \$3, " . half() . ", " . vector() . ", " . vector() },
      sub { "vinsertf128 \$" . int(rand 2) . ", " . vector() . ", " . wide()
            . ", " . wide() },
      sub { "vextractf128 \$" . int(rand 2) . ", " . wide() . ", "
            . vector() },
      sub { "vperm2f128 \$" . int(rand 64) . ", " . wide() . ", " . wide()
            . ", " . wide() },
      sub { "vxorpd " . wide() . ", " . wide() . ", " . wide() },
      sub { "vunpcklpd " . wide() . ", " . wide() . ", " . wide() }
   )->();
}

sub condition { return one_of(qw(c nc z nz s ns o no p np l ge le g be a)) }

# Neither reads nor writes flags.
sub quiet {
   return of_wide_vectors() if $avx && rand() < 0.25;
   return of_numbers() if rand() < 0.05;
   return of_stack() if rand() < 0.05;
   return one_of(
      sub { "mov " . low() . ", " . low() },
      sub { 'movb $' . number() . ", " . byte() },
      sub { 'movw $' . number() . ", " . narrow() },
      sub { "mov " . memory() . ", " . byte() },
      sub { "mov " . memory() . ", " . low() },
      sub { "mov " . memory() . ", " . narrow() },
      sub { "mov " . memory() . ", " . half() },
      sub { "mov " . memory() . ", " . word() },
      sub { "mov " . byte() . ", " . memory() },
      sub { "mov " . word() . ", " . memory() },
      sub { "mov " . word() . ", " . word() },
      sub { "mov " . half() . ", " . half() },
      sub { 'movq $' . number() . ", " . memory() },
      sub { 'movw $' . number() . ", " . memory() },
      sub { 'movb $' . number() . ", " . memory() },
      # Immediate operands and displacements that look like `xor %rax, %rax`.
      sub { 'movabs $0xc0314812345678, ' . word() },
      sub { 'movl $0xc03148, ' . memory() },
      sub { "lea 0xc03148(" . word() . "), " . word() },
      sub { "lea 0xc03148(," . word() . ",2), " . word() },
      sub { 'push $0xc03148; pop ' . word() },
      sub { 'push $' . number() . '; pop ' . word() },
      sub { "movzbl " . byte() . ", " . half() },
      sub { "movsbq " . byte() . ", " . word() },
      sub { "movslq " . half() . ", " . word() },
      sub { "lea " . number() . "(" . word() . "," . word() . ",4), "
            . word() },
      sub { "lea " . number() . "(%rip), %r8; sub %r8, %r8; mov \$3, %r8d" }
   )->() if rand() < 0.5;
   return one_of(
      sub { "push " . word() . "; mov " . memory() . ", " . byte()
            . "; pop " . word() },
      sub { "not " . word() },
      sub { "notb " . low() },
      sub { "cltq" }, sub { "cqto" }, sub { "nop" }, sub { "endbr64" },
      sub { "nopw 0x0(%rax,%rax,1)" },
      sub { "xchg " . low() . ", " . low() },
      sub { "xchg " . byte() . ", " . memory() },
      sub { "movsd " . memory() . ", " . vector() },
      sub { "movsd " . vector() . ", " . vector() },
      sub { "movsd " . vector() . ", " . memory() },
      sub { "movss " . memory() . ", " . vector() },
      sub { "movss " . vector() . ", " . vector() },
      sub { "movlpd " . memory() . ", " . vector() },
      sub { "movhpd " . memory() . ", " . vector() },
      sub { "movhlps " . vector() . ", " . vector() },
      sub { "movlhps " . vector() . ", " . vector() },
      sub { "movups " . memory() . ", " . vector() },
      sub { "movups " . vector() . ", " . memory() },
      sub { "movaps " . vector() . ", " . vector() },
      sub { "movq " . word() . ", " . vector() },
      sub { "movq " . vector() . ", " . word() },
      sub { "movd " . half() . ", " . vector() },
      sub { "movq " . vector() . ", " . vector() },
      sub { "pinsrw \$" . int(rand 8) . ", " . half() . ", " . vector() },
      sub { "pextrw \$" . int(rand 8) . ", " . vector() . ", " . half() },
      sub { "pmovmskb " . vector() . ", " . half() },
      sub { "movmskpd " . vector() . ", " . half() },
      sub { "unpcklpd " . vector() . ", " . vector() },
      sub { "punpckhqdq " . vector() . ", " . vector() },
      sub { "shufps \$" . number() . ", " . vector() . ", " . vector() },
      sub { "pxor " . vector() . ", " . vector() },
      sub { my $v = vector(); "pxor $v, $v" },
      sub { my $v = vector();
            "pxor $v, $v; movsd " . memory() . ", $v" },
      sub { my $v = vector();
            "pxor $v, $v; cvtsi2sd " . word() . ", $v; addsd $v, $v" },
      sub { my $v = vector();
            "pxor $v, $v; cvtsi2ss " . half() . ", $v; addss $v, $v" },
      sub { my $v = vector(); my $w = vector();
            "cvtsi2sd " . half() . ", $v; cvtsi2sd " . half() . ", $w; "
            . "mulsd $v, $w; cvttsd2si $w, " . word() },
      sub { my $v = vector();
            "cvtsi2sd " . word() . ", $v; cvtsd2ss $v, $v" },
      sub { "paddq " . vector() . ", " . vector() },
      sub { "pcmpeqb " . vector() . ", " . vector() },
      sub { "paddb " . 16 * (16 + int rand 12) . "(%rdi), " . vector() }
   )->();
}

# Overwrites all flags.
sub producer {
   return one_of(
      sub { one_of(qw(add sub cmp and or xor test)) . " " . word() . ", "
            . word() },
      sub { one_of(qw(add sub cmp and or xor test)) . " " . half() . ", "
            . half() },
      sub { one_of(qw(add sub cmp and or xor test)) . " " . byte() . ", "
            . byte() },
      sub { one_of(qw(add sub cmp and or xor)) . ' $' . number() . ", "
            . low() },
      sub { one_of(qw(addq subq cmpq andq orq xorq)) . ' $' . number() . ", "
            . memory() },
      sub { "neg " . word() },
      # The comparison behind the jump counts, not the `test` before it.
      sub { "jmp 3f; 1: set" . condition() . " " . byte() . "; jmp 4f; 3: "
            . "cmp " . word() . ", " . word() . "; jmp 1b; .skip 300, 0xa8; 4:" },
      # Shifts by 0, since only some bits of the count matter: the flags stay.
      # (Behind `inc` Valgrind itself loses the carry flag there.)
      sub { "cmp " . word() . ", " . word() . "; nop" x (1 + int rand 3) . "; "
            . one_of(qw(shlw shrw sarw)) . ' $' . one_of(0, 32, 64) . ", "
            . one_of(narrow(), memory()) },
      sub { "shl " . word() }, sub { "sar " . half() },
      sub { "shrb " . memory() }
   )->();
}

# Reads some of the flags.
sub consumer {
   my $next = shift;
   return one_of(
      sub { "set" . condition() . " " . byte() },
      sub { "set" . condition() . " " . low() },
      sub { "set" . condition() . " " . memory() },
      sub { "cmov" . condition() . " " . word() . ", " . word() },
      sub { "filds " . memory() . "; filds " . memory() . "; fadd %st(1), %st; "
            . "fcmov" . one_of(qw(b e be u nb ne nbe nu)) . " %st(1), %st; "
            . "fistpll " . (256 + 8 * int rand 25) . "(%rdi); fstp %st(0)" },
      sub { "adc " . word() . ", " . word() },
      sub { "sbb " . half() . ", " . half() },
      sub { "inc " . byte() }, sub { "dec " . word() },
      sub { "rcl " . word() },
      sub { "j" . condition() . " $next" },
      sub { my $w = word();
            "pushf; popq $w; and \$0x8c5, $w" }
   )->();
}

# In an order in which each block only leads to blocks behind it.
sub routine {
   my $name = shift;
   my $blocks = 3 + int rand 6;
   my $text = "   .globl $name\n$name:\n   load\n";

   for my $b (0 .. $blocks - 1) {
      my $next = ".L${name}_" . ($b + 1 + int rand($blocks - $b));
      $text .= ".L${name}_$b:\n";
      for (1 .. 1 + int rand 8) {
         my $kind = rand;
         $text .= "   " . ($kind < 0.6 ? quiet()
                           : $kind < 0.85 ? producer() : consumer($next))
                  . "\n";
      }
      $text .= "   j" . condition() . " $next\n" if rand() < 0.6;
      $text .= "   jmp $next\n" if rand() < 0.3;
      $text .= "   call .Lcalled_" . int(rand 4) . "\n" if rand() < 0.2;
   }
   return "$text.L${name}_$blocks:\n   store\n   ret\n";
}

# For each register in the state: how to load it, and how to store it.
my @moves;
my $at = 0;
for my $v (@vectors) {
   push @moves, ["movups $at(%rdi), %$v", "movups %$v, $at(%rdi)"];
   $at += 16;
}
for my $w (@words) {
   push @moves, ["mov $at(%rdi), %$w", "mov %$w, $at(%rdi)"];
   $at += 8;
}
$at = 512;
for my $v ($avx ? @vectors : ()) {
   my $y = $v =~ s/x/y/r;
   push @moves, ["vinsertf128 \$1, $at(%rdi), %$y, %$y",
                 "vextractf128 \$1, %$y, $at(%rdi)"];
   $at += 16;
}

print ".macro load\n   push %rbx\n";
# The flags that the state has.
print "   push 248(%rdi)\n   andq \$0x8c5, (%rsp)\n   orq \$2, (%rsp)\n   popf\n";
print "   $_->[0]\n" for @moves;
print ".endm\n.macro store\n   pushf\n";
print "   $_->[1]\n" for @moves;
print "   pop %rax\n   and \$0x8c5, %rax\n   mov %rax, 248(%rdi)\n";
print "   pop %rbx\n.endm\n";

print "   .text\n";
# The callee may read its caller's flags, too.
for my $n (0 .. 3) {
   print ".Lcalled_$n:\n   ", quiet(), "\n   ",
         $n % 2 ? producer() : consumer(".Lreturn_$n"), "\n.Lreturn_$n:\n",
         "   ret\n";
}
print routine("routine_$_") for 0 .. $routines - 1;
print "   .section .data.rel.ro, \"aw\"\n   .globl routines\nroutines:\n";
print "   .quad routine_$_\n" for 0 .. $routines - 1;
print "   .quad 0\n   .section .note.GNU-stack, \"\", \@progbits\n";
