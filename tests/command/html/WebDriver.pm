# A WebDriver client as far as the tests of the page need it: chromedriver is
# started on a free port and driven by JSON over HTTP.
#
# SPDX-License-Identifier: GPL-2.0-or-later
package WebDriver;

use strict;
use warnings;
use HTTP::Tiny;
use IO::Socket::INET;
use JSON::PP;
use POSIX ':sys_wait_h';
use Time::HiRes qw(sleep time);

my $json = JSON::PP->new->utf8->allow_nonref;
my $ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

sub free_port {
   my $socket = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1')
      or die "no free port: $!";
   return $socket->sockport;
}

# new(FOLDER, OPTION...): a browser whose own files go to FOLDER.
sub new {
   my ($class, $folder, @options) = @_;
   my $port = free_port();
   my $pid = fork();

   die "fork: $!" unless defined $pid;
   if ($pid == 0) {
      open STDIN, '<', '/dev/null';
      open STDOUT, '>', "$folder/chromedriver.log";
      open STDERR, '>&', \*STDOUT;
      $ENV{HOME} = $folder;
      exec 'chromedriver', "--port=$port" or exit 127;
   }
   my $self = bless {
      pid => $pid, base => "http://127.0.0.1:$port",
      http => HTTP::Tiny->new(timeout => 60),
   }, $class;

   for my $try (1 .. 200) {
      last if $self->{http}->get("$self->{base}/status")->{success};
      die "chromedriver ends at once\n" if waitpid($pid, WNOHANG) == $pid;
      sleep 0.1;
   }
   $self->start($folder, @options);
   return $self;
}

# Start the browser in the first way that works.  (In a bare system some ways
# of starting its processes do not work.)
sub start {
   my ($self, $folder, @options) = @_;
   my $error;

   for my $way ([], ['--headless=new'], ['--no-zygote'],
                ['--headless=new', '--no-zygote', '--remote-debugging-pipe']) {
      my $session = eval {
         $self->call('POST', '', { capabilities => { alwaysMatch => {
            'goog:loggingPrefs' => { browser => 'ALL', performance => 'ALL' },
            'goog:chromeOptions' => { args => [
               '--headless', '--no-sandbox', '--disable-gpu',
               '--disable-dev-shm-usage', '--hide-scrollbars',
               '--disable-background-networking', '--disable-component-update',
               '--no-first-run', "--user-data-dir=$folder/browser",
               '--window-size=1400,1000', @$way, @options,
            ] },
         } } });
      };
      if ($session) {
         $self->{session} = $session->{sessionId};
         return;
      }
      $error //= $@;
   }
   kill TERM => $self->{pid};
   waitpid $self->{pid}, 0;
   die $error;
}

sub call {
   my ($self, $method, $path, $body) = @_;
   my $url = "$self->{base}/session";

   $url .= "/$self->{session}" if $self->{session};
   my $answer = $self->{http}->request($method, "$url$path",
      $method eq 'POST' ? { content => $json->encode($body || {}),
         headers => { 'content-type' => 'application/json' } } : {});
   my $value = eval { $json->decode($answer->{content})->{value} };

   die "$method $path: $answer->{status} " .
       (ref $value ? $value->{message} : $answer->{content}) . "\n"
      unless $answer->{success};
   return $value;
}

sub go { $_[0]->call('POST', '/url', { url => $_[1] }) }
sub back { $_[0]->call('POST', '/back') }
sub reload { $_[0]->call('POST', '/refresh') }

# Return what a function body returns in the page.
sub js {
   my ($self, $script, @arguments) = @_;

   return $self->call('POST', '/execute/sync',
                      { script => $script, args => \@arguments });
}

sub text { $_[0]->js('const e = document.querySelector(arguments[0]);' .
                     'return e && e.textContent', $_[1]) }

sub find {
   my ($self, $css) = @_;

   return $self->call('POST', '/element',
                      { using => 'css selector', value => $css })->{$ELEMENT};
}

# Wait until the page has answered the last action: its events are handled,
# among them a change of the fragment, which comes after the click, and two
# frames are drawn.  A page that was left can't tell; then the next one is
# there.
sub settle {
   my ($self) = @_;

   eval { $self->call('POST', '/execute/async', { args => [], script =>
      'const done = arguments[0]; requestAnimationFrame(() =>
         requestAnimationFrame(() => setTimeout(done)))' }) };
}

sub click {
   my ($self, $css) = @_;

   $self->call('POST', '/element/' . $self->find($css) . '/click');
   $self->settle;
}

sub type {
   my ($self, $css, $text) = @_;

   $self->call('POST', '/element/' . $self->find($css) . '/value',
               { text => $text });
   $self->settle;
}

# Send keys to the element with the focus, with WebDriver's codes: \x{E00C} is
# Escape.
sub keys {
   my ($self, @keys) = @_;

   $self->call('POST', '/actions', { actions => [ { type => 'key', id => 'k',
      actions => [ map { ({ type => 'keyDown', value => $_ },
                          { type => 'keyUp', value => $_ }) } @keys ] } ] });
   $self->settle;
}

# The mouse: [X, Y] moves, 'down' and 'up' press.
sub mouse {
   my ($self, @steps) = @_;

   $self->call('POST', '/actions', { actions => [ { type => 'pointer',
      id => 'm', parameters => { pointerType => 'mouse' },
      actions => [ map { ref $_
         ? { type => 'pointerMove', duration => 30, x => int $_->[0],
             y => int $_->[1] }
         : { type => $_ eq 'down' ? 'pointerDown' : 'pointerUp',
             button => 0 } } @steps ] } ] });
   $self->settle;
}

sub size {
   my ($self, $width, $height) = @_;

   $self->call('POST', '/goog/cdp/execute', {
      cmd => 'Emulation.setDeviceMetricsOverride',
      params => { width => $width, height => $height,
                  deviceScaleFactor => 1, mobile => JSON::PP::false } });
}

# Lay the page out for a medium, such as print; '': for the screen again.
sub media { $_[0]->call('POST', '/goog/cdp/execute', {
   cmd => 'Emulation.setEmulatedMedia', params => { media => $_[1] } }) }

# Return a PNG, in base 64.
sub picture { $_[0]->call('GET', '/screenshot') }

sub log { @{ $_[0]->call('POST', '/se/log', { type => $_[1] }) } }

sub decode { $json->decode($_[1]) }

# Wait until a function body returns true; return false after 20 s.
sub until {
   my ($self, $script, @arguments) = @_;
   my $end = time + 20;

   while (time < $end) {
      return 1 if $self->js($script, @arguments);
      sleep 0.05;
   }
   return 0;
}

# End the browser; a second time does nothing.
sub quit {
   my ($self) = @_;

   return if $self->{gone}++;
   eval { $self->call('DELETE', '') } if $self->{session};
   kill 'TERM', $self->{pid};
   waitpid $self->{pid}, 0;
}

1;
