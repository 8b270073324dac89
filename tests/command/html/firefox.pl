#!/usr/bin/perl
# Open pages of tests/command/html/run in headless Firefox, driven by its own
# protocol (Marionette), and look at what they show.  TAP on stdout, numbered
# from COUNT + 1; without Firefox a test is skipped.
#
#    firefox.pl FOLDER COUNT
#
# SPDX-License-Identifier: GPL-2.0-or-later
use strict;
use warnings;
use IO::Socket::INET;
use JSON::PP;
use MIME::Base64;
use Time::HiRes qw(sleep);

binmode STDOUT, ':utf8';
$| = 1;
my ($folder, $count) = @ARGV;
my $json = JSON::PP->new->utf8->allow_nonref;
my ($program) = grep { -x $_ } map { ("$_/firefox-esr", "$_/firefox") }
                split /:/, $ENV{PATH};

if (!$program) {
   $count++;
   print "ok $count - Firefox # SKIP firefox-esr is not installed\n";
   exit 0;
}

sub ok {
   my ($good, $name, @why) = @_;

   $count++;
   print $good ? '' : 'not ', "ok $count - Firefox: $name\n";
   print map { "# $_\n" } @why unless $good;
}

my $socket = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1')
   or die "no free port: $!";
my $port = $socket->sockport;
close $socket;
mkdir "$folder/firefox";
open my $settings, '>', "$folder/firefox/user.js" or die $!;
print $settings "user_pref('marionette.port', $port);\n",
   "user_pref('datareporting.policy.dataSubmissionEnabled', false);\n",
   "user_pref('browser.shell.checkDefaultBrowser', false);\n";
close $settings;

my $pid = fork() // die "fork: $!";
if ($pid == 0) {
   open STDIN, '<', '/dev/null';
   open STDOUT, '>', "$folder/firefox.log";
   open STDERR, '>&', \*STDOUT;
   $ENV{HOME} = $folder;
   setpgrp;
   exec $program, '--headless', '--marionette', '--no-remote', '--profile',
        "$folder/firefox", '--width', 1400, '--height', 1000 or exit 127;
}

END {
   my $status = $?;

   if ($pid) {
      kill 'KILL', -$pid;
      waitpid $pid, 0;
   }
   $? = $status;
}

for my $try (1 .. 300) {
   last if $socket = IO::Socket::INET->new("127.0.0.1:$port");
   sleep 0.1;
}
die "Firefox does not answer\n" unless $socket;

# A message: its length, a colon, JSON.
sub receive {
   my ($length, $text, $c) = ('', '');

   while (read($socket, $c, 1) && $c ne ':') { $length .= $c }
   read($socket, $text, $length);
   return $json->decode($text);
}
my $number = 0;

sub call {
   my ($command, $parameters) = @_;
   my $text = $json->encode([0, ++$number, $command, $parameters || {}]);

   print $socket length($text) . ":$text";
   $socket->flush;
   my (undef, undef, $error, $result) = @{ receive() };
   die "$command: $error->{message}\n" if $error;
   return $result;
}

sub js {
   my ($script, @arguments) = @_;

   return call('WebDriver:ExecuteScript',
               { script => $script, args => \@arguments })->{value};
}

sub open_page {
   call('WebDriver:Navigate', { url => 'about:blank' });
   call('WebDriver:Navigate', { url => "file://$folder/$_[0]" });
   for my $try (1 .. 100) {
      return if js('return document.documentElement.dataset.ready === "yes"');
      sleep 0.1;
   }
   die "$_[0] does not come up\n";
}

local $SIG{ALRM} = sub { die "Firefox takes too long\n" };
alarm 120;
receive();
call('WebDriver:NewSession', { capabilities => {} });

open_page('new.html');
ok(js('return document.querySelectorAll(".row").length') == 10,
   'a row for each routine');
js('document.querySelector("[data-sort=cost]").click()');
ok(js('return document.querySelector("#head .cell.cost")
   .getAttribute("aria-sort")') eq 'descending', 'sorts');
js('document.querySelector("[data-name=quadratic]").click()');
ok(js('return document.querySelector("h1").textContent') eq 'quadratic',
   'opens a routine');
ok(js('return (window.Chart || window.wrappedJSObject.Chart).getChart("chart")
   .data.datasets[0].data.length') == 30, 'draws its chart');
my $picture = call('WebDriver:TakeScreenshot', { full => JSON::PP::false });
ok(length decode_base64($picture->{value}) > 20000,
   'there is something to see');
js('history.back()');
sleep 0.3;
ok(js('return document.getElementById("routine-view").hidden'), 'goes back');
open_page('calls.html#v=flame');
ok(js('return document.querySelectorAll(".frame-bar").length') == 7,
   'draws the flame graph');
js('document.querySelector(".frame-bar[aria-label^=load]").click()');
ok(js('return document.querySelector(".flame-line").textContent') =~
   /^load.*40\.0 % of the cost/, 'zooms it');
js('document.querySelector("[data-choice=view] [data-value=tree]").click()');
ok(js('return document.querySelector(".outline").textContent') =~
   /main.*sort.*load/s, 'shows the call tree');
open_page('both.html');
ok(js('return document.querySelector(".row .change").textContent') =~
   /was O\(n\)/, 'shows a baseline');
eval { call('Marionette:Quit', { flags => ['eForceQuit'] }) };
exit 0;
