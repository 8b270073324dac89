#!/usr/bin/perl
# Drive the pages of tests/command/html/run in headless Chromium as a
# user does: sort, filter, open a routine, switch metrics, zoom, read
# a value, go back.  TAP on stdout, with numbers after COUNT.
#
#    browse.pl FOLDER COUNT
#
# SPDX-License-Identifier: GPL-2.0-or-later
use strict;
use warnings;
use MIME::Base64;
use Time::HiRes qw(time);
use WebDriver;

binmode STDOUT, ':utf8';

my ($folder, $count) = @ARGV;
my $browser = eval { WebDriver->new($folder) };
my ($ESC, $ENTER, $LEFT, $RIGHT) = ("\x{E00C}", "\x{E007}", "\x{E012}",
                                    "\x{E014}");
$| = 1;

# A browser that can't be started is no error of the page's.
unless ($browser) {
   my $why = $@ =~ s/\s+/ /gr =~ s/ $//r;
   $count++;
   print "ok $count - the page in a browser # SKIP the browser does not start: ",
         "$why\n";
   print "1..$count\n";
   exit 0;
}

sub ok {
   my ($good, $name, @why) = @_;

   $count++;
   print $good ? '' : 'not ', "ok $count - $name\n";
   print map { my $line = defined $_ ? "$_" : 'undefined'; $line =~ s/\n/ /g;
               "# $line\n" } @why unless $good;
}

sub is {
   my ($got, $wanted, $name) = @_;

   ok(defined $got && $got eq $wanted, $name, 'got: ' . ($got // 'undefined'),
      "wanted: $wanted");
}

sub like {
   my ($got, $pattern, $name) = @_;

   ok(scalar(defined $got && $got =~ $pattern), $name,
      'got: ' . ($got // 'undefined'), "wanted: $pattern");
}

# Load a page afresh: another fragment alone would load nothing.
sub open_page {
   my ($name, $fragment) = @_;

   $browser->go('about:blank');
   $browser->go("file://$folder/$name.html" . ($fragment // ''));
   $browser->until('return document.documentElement.dataset.ready === "yes"');
}

# The names of the rows in the window, top to bottom.
sub names {
   return @{ $browser->js('return [...document.querySelectorAll(".row")]
      .sort((a, b) => parseInt(a.style.top) - parseInt(b.style.top))
      .map((r) => r.dataset.name)') };
}

# The large chart, from the list that Chart.js keeps.
my $CHART = 'const chart = Chart.getChart("chart");';

sub chart { return $browser->js("$CHART $_[0]") }

# Choose a value in one of the page's boxes of choices.
sub choose {
   $browser->js('const s = document.querySelector(
      `select[data-choice="${arguments[0]}"]`);
      s.value = arguments[1]; s.dispatchEvent(new Event("change"))', @_);
}

sub box {
   return @{ $browser->js('const b = document.querySelector(arguments[0])
      .getBoundingClientRect(); return [b.left, b.top, b.width, b.height]',
      $_[0]) };
}

# The bytes of a PNG of the window: a blank window has few.
sub picture_size { return length decode_base64($browser->picture) }

# --- a series of aprof what-if ---

open_page('gains');
like($browser->text('.gain-card'), qr/^quadratic gains up to 30\.0 %/,
     'what the program would gain');
is($browser->js('return document.querySelector(".gain-card .gain")
   .getAttribute("d")'), 'M0.0 110.0L110.0 0.0', 'as a curve');
like($browser->text('.gains li'), qr/^quadratic: if it were 50 % faster/,
     'and in words');
like($browser->js('return [...document.querySelectorAll(".gain-measure")]
        .map((m) => m.querySelector("h3").textContent + ": " +
                    m.querySelector(".gain-card").textContent).join("; ")'),
     qr/item.*: quadratic gains up to 30\.0 .*job.*: quadratic gains up to 25\.0 /,
     'for each progress point');

# --- seconds now, and with larger inputs ---

open_page('seconds');
my $SECONDS = 'const chart = Chart.getChart("seconds");';
like($browser->text('.seconds p'),
     qr/^linear takes .* it is quadratic: 12\.0 % of the time now, 59\.9 % of what is predicted for then\./,
     'the hot spots of now and then');
like($browser->js('return [...document.querySelectorAll(".seconds tr")].map(
        (r) => [...r.cells].map((c) => c.textContent.trim()).join(" "))
        .join("; ").replace(/\u00a0/g, " ")'),
     qr/linear O\(n\) 0\.4 s 80\.0 % 4 s\S* 40\.1 %; quadratic .* 12\.0 % .*; other not known 0\.04 s 8\.0 %/,
     'all that takes much time now, with its part of all');
like($browser->text('.seconds p.dim'), qr/92\.0 % can be predicted; the rest is of other \(8\.0 %\)/,
     'what is not predicted');
is($browser->js("$SECONDS return chart.data.datasets.flatMap((d) =>
   d.isCloud ? d.data.map((p) => p.row.short + ' ' + p.x + ' ' +
      Math.round(100 * p.y / p.x)) : []).sort().join()"),
   'linear 0.4 1000,quadratic 0.06 9965', 'a point for each routine');
ok($browser->js("$SECONDS const [a, b] = chart.data.datasets.filter((d) =>
   d.lineName === 'grows as the input')[0].data;
   return Math.abs(b.y / b.x - 10) < 1e-9 && Math.abs(a.y / a.x - 10) < 1e-9"),
   'and the diagonal');
open_page('unknown');
like($browser->text('.seconds p'),
     qr/^other takes most time now, 80\.0 %; what it takes .* is not known\. .* quadratic takes most then: 12\.0 % of the time now,/,
     'a hot spot of which nothing is known stands first');
open_page('seconds');
my @point = @{ $browser->js("$SECONDS
   const k = chart.data.datasets.findIndex((d) => d.isCloud &&
      d.data[0].row.short === 'quadratic');
   const p = chart.getDatasetMeta(k).data[0];
   chart.canvas.scrollIntoView({ block: 'center' });
   const b = chart.canvas.getBoundingClientRect();
   return [b.left + p.x, b.top + p.y]") };
$browser->mouse(\@point);
ok($browser->until('return /quadratic.*against the input.*9\.97/.test(
   document.getElementById("tip").textContent)'), 'its values under the mouse');
$browser->mouse(\@point, 'down', 'up');
is($browser->text('h1'), 'quadratic', 'a click opens the routine');

# --- the list ---

open_page('new');
is($browser->js('return document.querySelectorAll(".row").length'), 10,
   'a row for each routine');
is((names())[0], 'quadratic', 'the most suspicious comes first');
is($browser->text('.row .chip'), 'O(n2)', 'with its verdict');
ok($browser->js('return document.querySelectorAll(".row .spark .now")[0]
   .getAttribute("d").length') > 200, 'and a plot of its costs');
like($browser->text('#summary'),
     qr{/bin/prog --size 'two words'},
     'the command line, as a shell would take it');
like($browser->text('#summary'),
     qr/kernel 10\.3 %.*threads 12\.8 %/,
     'the shares of the input');
like($browser->text('.suspects'),
     qr/^Look first at\s*quadratic/,
     'the routine to look at first');

$browser->click('[data-sort=name]');
my @sorted = names();
is("@sorted", join(' ', sort { lc $a cmp lc $b } @sorted), 'sorted by name');
$browser->click('[data-sort=name]');
is(join(' ', names()), join(' ', reverse @sorted), 'and the other way');
$browser->click('[data-sort=cost]');
is($browser->js('return document.querySelector("#head .cell.cost")
   .getAttribute("aria-sort")'), 'descending', 'the heading says how');
my @costs = map { s/[^0-9.]//gr } @{ $browser->js(
   'return [...document.querySelectorAll(".row .cell.cost")]
    .sort((a, b) => parseInt(a.parentNode.style.top) -
                    parseInt(b.parentNode.style.top))
    .map((c) => c.textContent)') };
ok(@costs == 10 && !grep({ $costs[$_] > $costs[$_ - 1] } 1 .. 9),
   'sorted by cost', "@costs");

$browser->type('#search', 'linear');
is(join(' ', names()), 'linear', 'filtered by name');
is($browser->text('#count'), '1 of 10 routines', 'the count says so');
$browser->type('#search', $ESC);
is(scalar(names()), 10, 'Escape clears the filter');
$browser->type('#search', 'c*r');
is(join(' ', names()), 'constructor', 'filtered by a pattern');
$browser->type('#search', "$ESC");
choose('object', '/lib/libwork.so');
is(scalar(names()), 5, 'filtered by object');
$browser->click('#clear');
choose('thread', '2');
is(join(' ', names()), 'quadratic', 'filtered by thread');
$browser->click('#clear');
$browser->click('[data-class="O(n)"]');
is(scalar(names()), 9, 'filtered by class');
$browser->type('#search', 'missing');
ok($browser->js('return !document.getElementById("nothing").hidden'),
   'a filter that fits nothing says so');
$browser->click('#clear');
is(scalar(names()), 10, 'and all come back');

# --- a routine ---

$browser->js('document.querySelector("[data-name=quadratic]").click()');
is($browser->text('h1'), 'quadratic', 'a click opens a routine');
like($browser->js('return location.hash'),
     qr/^#r=quadratic/,
     'it has an address of its own');
is($browser->js('return document.title'), "quadratic \x{2013} aprof",
   'and a title');
is(chart('return chart.data.datasets[0].data.length'), 30, 'all of its points');
is(chart('return chart.data.datasets[0].data[29].y'), 2 * 600 * 600 + 1842,
   'at their costs, the greater of two threads');
is(chart('return chart.data.datasets.filter((d) => !d.isCloud)[0].data
   .every((p) => Math.abs(p.y / (2 * p.x * p.x + 3 * p.x + 42) - 1) < 0.01)'),
   1, 'and the fitted curve through them');
like($browser->text('.verdicts'),
     qr/O\(n2\).*100 %/,
     'the verdict');
like($browser->text('#legend'),
     qr/2 n2/,
     'the formula');
is(join(',', @{ $browser->js('return [...document.querySelectorAll(
   ".edges td.name a")].map((a) => a.textContent)') }),
   'caller of it all,linear,<script>window.hurt=1</script>',
   'callers and callees, the dearest first');
is($browser->text('.code .entry code'),
   'int quadratic(int n) /* <b>bold?</b> */', 'its source line, as text');
is(join(' ', map { s/[^0-9.]//gr } @{ $browser->js('return [
   ...document.querySelectorAll(".tuple-body .tuple:first-child span")]
   .map((s) => s.textContent)') }), '20 4 902 901.5 901 901.5 10 20 6 4',
   'its tuples, of both threads together');

$browser->click('[data-choice=metric] [data-value=rms]');
is(chart('return chart.data.datasets[0].data[29].x'), 300, 'over rms');
$browser->click('[data-choice=metric] [data-value=ext]');
is(chart('return chart.data.datasets[0].data[29].x'), 480, 'over ext');
$browser->click('[data-choice=metric] [data-value=both]');
is(chart('return chart.data.datasets.filter((d) => d.isCloud)
   .map((d) => d.data[29].x).join()'), '600,300', 'trms beside rms');
$browser->click('[data-choice=metric] [data-value=trms]');

my %kinds = (worst => 721842, mean => 721841.5, best => 721841,
             total => 2 * 721841.5, calls => 2, variance => 0.25);
for my $kind (sort keys %kinds) {
   $browser->click("[data-choice=cost] [data-value=$kind]");
   is(chart('return chart.data.datasets[0].data[29].y'), $kinds{$kind},
      "the chart of $kind");
}
$browser->click('[data-choice=cost] [data-value=worst]');
choose('chart thread', '1');
is(chart('return chart.data.datasets[0].data[29].y'), 721841, 'of one thread');
choose('chart thread', '0');
for my $axis ('x', 'y') {
   for my $type ('log', 'lin') {
      $browser->click("[data-choice='axis $axis'] [data-value=$type]");
      is(chart("return chart.scales.$axis.type"),
         $type eq 'log' ? 'logarithmic' : 'linear', "axis $axis is $type");
   }
}

# The place of a point in the window.
sub point {
   my ($i) = @_;

   return chart("const e = chart.getDatasetMeta(0).data[$i];
      const b = chart.canvas.getBoundingClientRect();
      return [b.left + e.x, b.top + e.y]");
}

$browser->mouse([300, 300], point(20), [map { $_ + 1 } @{ point(20) }]);
ok($browser->until('return !document.getElementById("tip").hidden'),
   'the mouse over a point shows its values');
my $tip = $browser->text('#tip') // '';
like($tip,
     qr/size420calls2worst cost354.102mean cost354.101\.5/,
     'the right ones');
$browser->js('document.querySelector("h1").scrollIntoView()');

my ($left, $top, $width, $height) = box('#chart');
$browser->mouse([$left + $width / 2, $top + $height / 2], 'down',
                [$left + $width / 2 + 60, $top + $height / 2 + 2],
                [$left + $width - 40, $top + $height / 2 + 2], 'up');
my ($low, $high) = @{ chart('return [chart.scales.x.min,
                                     chart.scales.x.max]') };
ok($low > 200 && $low < 320 && $high > 500 && $high < 620,
   'a rectangle zooms', "$low to $high");
ok(chart('return chart.data.datasets[0].data.length') < 30,
   'only what is inside is drawn');
$browser->click('[data-zoom=All]');
is(chart('return chart.scales.x.min'), 0, 'the button All shows all');
$browser->click('[data-zoom="+"]');
ok(chart('return chart.scales.x.max') < 600, 'the button + goes closer');
$browser->keys('0');
is(chart('return chart.data.datasets[0].data.length'), 30,
   'the key 0 goes back');

ok(picture_size() > 20000, 'there is something to see');
$browser->reload;
$browser->until('return document.documentElement.dataset.ready === "yes"');
is($browser->text('h1'), 'quadratic', 'a reload shows the same routine');
$browser->back;
$browser->until('return !document.getElementById("list-view").hidden');
ok($browser->js('return document.getElementById("routine-view").hidden'),
   'back goes to the list');

open_page('new', '#r=missing');
like($browser->text('#missing'),
     qr/missing is not in this profile/,
     'a link to a missing routine says so');
is(scalar(names()), 10, 'and shows the list');

# --- the keyboard ---

open_page('new');
my $second = (names())[1];
$browser->keys('j', 'j', 'k', $ENTER);
is($browser->text('h1'), $second, 'j, k and Enter open a routine');
$browser->keys('k');
is($browser->text('h1'), 'quadratic', 'k: the routine before');
$browser->keys('j');
is($browser->text('h1'), $second, 'j: the next routine');
$browser->keys('k', 'm');
is($browser->js('return document.querySelector("[data-choice=metric] ' .
   '[aria-pressed=true]").dataset.value'), 'ext', 'm: the next metric');
$browser->keys('c');
is($browser->js('return document.querySelector("[data-choice=cost] ' .
   '[aria-pressed=true]").dataset.value'), 'mean', 'c: the next cost');
$browser->keys($RIGHT, $RIGHT);
like($browser->text('#tip'),
     qr/^.*size32calls/,
     'arrows: from point to point');
$browser->keys('?');
ok($browser->js('return document.getElementById("help").open'),
   '?: the list of keys');
$browser->keys($ESC);
$browser->keys($ESC);
ok($browser->js('return !document.getElementById("list-view").hidden'),
   'Escape: to the list');
$browser->keys('/', 'l', 'i', 'n');
is(join(' ', names()), 'linear', '/: to the filter');

# --- light and dark, narrow ---

open_page('new');
my $light = $browser->js('return getComputedStyle(document.body)
   .backgroundColor');
$browser->keys('t', 't');
ok($browser->js('return getComputedStyle(document.body).backgroundColor') ne
   $light, 't: dark');
ok(picture_size() > 20000, 'which is not blank');
$browser->keys('t');
$browser->size(400, 800);
for my $fragment ('', '#r=quadratic') {
   open_page('new', $fragment);
   my $wide = $browser->js('return document.documentElement.scrollWidth');
   ok($wide <= 400, "400 pixels are enough$fragment", "it takes $wide");
}
open_page('new');
is($browser->js('return getComputedStyle(document.querySelector(".row"))
   .display'), 'grid', 'narrow rows are laid out anew');
$browser->size(1400, 1000);

# --- on paper ---

# Make the page what the browser prints, until screen().
sub paper { $browser->media('print');
            $browser->js('dispatchEvent(new Event("beforeprint"))') }
sub screen { $browser->media('');
             $browser->js('dispatchEvent(new Event("afterprint"))') }

# How many pixels a row overlaps with the one before, at most.
my $OVERLAP = 'const boxes = [...document.querySelectorAll(".row")].map(
      (r) => r.getBoundingClientRect());
   return Math.max(...boxes.slice(1).map((b, i) => boxes[i].bottom - b.top))';

open_page('new', '#all=1');
my @all = names();
my $colour = 'return getComputedStyle(document.body).backgroundColor';
$browser->keys('t', 't');
my $dark = $browser->js($colour);
# The rows are made for the window, and the paper is narrower, with no event that
# says so.
$browser->js('addEventListener("resize", (e) => e.stopImmediatePropagation(),
   true)');
paper();
$browser->size(700, 60);
ok($browser->js($OVERLAP) < 1, 'on paper no row covers another one');
is($browser->js('return [...document.querySelectorAll(".row")].map(
   (r) => r.dataset.name).join()'), join(',', @all), 'all rows, in their order');
is($browser->js($colour), 'rgb(255, 255, 255)', 'dark becomes white');
is($browser->js('return [...document.querySelectorAll("button")].filter(
   (b) => b.id && b.checkVisibility()).length'), 0, 'there are no buttons');
screen();
is($browser->js($colour), $dark, 'and the window is as it was');
$browser->keys('t');
$browser->size(1400, 1000);

# --- the columns of the list, at each width between ---

for my $page ('new', 'both') {
   my @wider;

   for my $width (1400, 1259, 1181, 1131, 1090, 981, 900, 800, 761) {
      $browser->size($width, 800);
      open_page($page);
      # All columns that threads and the kernel may need.
      $browser->js('for (const name of ["external", "thread"])
         if (!document.querySelector("#head ." + name))
            document.getElementById("head").append(Object.assign(
               document.createElement("span"), { className: "cell " + name }))');
      push @wider, $width if $browser->js(
         'return document.documentElement.scrollWidth') > $width;
   }
   is("@wider", '', "no page is wider than its window: $page");
}
$browser->size(1400, 1000);

# --- activations that had not ended ---

open_page('basic', '#r=main');
is(chart('return chart.data.datasets[0].data.length'), 0,
   'unfinished activations are left out');
$browser->click('[data-choice=open]');
is(chart('return chart.data.datasets[0].data.length'), 1, 'until it is wanted');

# --- rounded sizes ---

open_page('rounded', '#r=linear');
like($browser->text('.tuple-panel'), qr/rounded down to 10 binary digits/,
     'rounded sizes have a note');
open_page('rounded', '#r=quadratic');
is($browser->text('.tuple-panel') =~ /rounded/ ? 'rounded' : '', '',
   'and other sizes have none');

# --- no suspects ---

open_page('doubted');
like($browser->text('.suspects'),
     qr/^How most of the cost grows is not known\.\s*few.*In doubt: there are few sizes; /s,
     'a steep routine in doubt, with the doubts');
open_page('vain');
like($browser->text('.suspects'),
     qr/^No growth of the program\x27s own routines is known\.\s*noise.*the size does not/s,
     'a routine without a class, and why');
open_page('empty');
like($browser->text('.suspects'), qr/^No activation was recorded\./,
     'an empty profile says so');

# --- hints ---

open_page('hints');
like($browser->text('.suspects'),
     qr/^One run does not show whether.*If a larger input means.*main called find 2,000 times/s,
     'hints with half of the cost come first');
like($browser->text('.suspects'),
     qr/profile eight inputs.*Commands.*aprof merge -o all\.aprof/s,
     '... and what to run next, with commands');
$browser->click('a.suspect');
like($browser->js('return location.hash'), qr/r=find/,
     '... each leads to the routine that works');
like($browser->text('.routine-head'),
     qr/main called find 2,000 times/,
     '... whose view has the sentence, too');

# --- work for a caller ---

open_page('work');
like($browser->text('.suspects'),
     qr/^Look first at\s*worker\s*does the work of caller\s*O\(n2\)/s,
     'a suspect by its caller\x27s growth, with the reason');
like($browser->text('.suspects'),
     qr/K is 2\.00 to 2\.00, from 20 sizes.*cost 100 times as much/s,
     'and the prediction for the caller');

# --- calls ---

my $SORT = 'std::vector<a::very::long::name::that::does::not::fit,' .
           'std::less<int>>::sort(int,char)';
open_page('calls');
is(join(' ', names()), "$SORT compare main load",
   'internals of libraries are folded');
like($browser->text('.row[data-name^=std] b'), qr/^.{5,60}$/,
     'a long name is shortened');
is($browser->js('return document.querySelector(".row[data-name^=std] b")
   .title'), $SORT, '... with the full name on hover');
is($browser->text('#fold'), 'Show 1 internal', 'a switch says what is folded');
$browser->click('#fold');
is(scalar(names()), 5, '... and shows it');
like($browser->js('return location.hash'), qr/all=1/, '... in the address');
$browser->click('#fold');
is(scalar(names()), 4, '... and folds it again');
open_page('tenth');
like(join(' ', names()), qr/\bread\b/,
     'a library\x27s routine with a tenth of the cost is not folded');
open_page('calls');
$browser->type('#search', 'read');
is(join(' ', names()), 'read', 'a filter by name finds it in any case');
$browser->click('#clear');
for my $word ('trms', 'cell') {
   like($browser->js('return [...document.querySelectorAll("abbr.term")]
      .filter((e) => e.textContent.startsWith(arguments[0]))[0].title', $word),
      qr/.{30}/, "$word is explained where it stands");
}

open_page('calls', '#r=std::vector');
is($browser->text('h1 + .where code'), $SORT,
   'a routine by a part of its name, with the whole name below');
open_page('calls');

open_page('calls', '#r=main');
like($browser->text('.source'),
     qr/line 12;\s*load 30\.0 %.*line 14;\s*load 10\.0 %/s,
     'a line with an inlined call has its cost');
is($browser->js('return [...document.querySelectorAll(".edges small")]
   .map((e) => e.title).join()'), 'inlined in lines 12, 14',
   '... and the callee has its lines');
is($browser->js('return [...document.querySelectorAll(".code > div")]
   .filter((e) => e.querySelector(".cost").textContent)
   .map((e) => e.querySelector("i").textContent + ":" +
        e.querySelector(".cost").textContent).join()'), '10:1.5,16:7.5',
   'a line has its own cost beside it');
is($browser->js('return [...document.querySelectorAll(".cost u")]
   .map((e) => parseFloat(e.style.width)).filter((w) => w > 0).join()'),
   '20,100', '... with a bar');
open_page('calls', '#r=std::vector');
is($browser->js('return [...document.querySelectorAll(".edges small")]
   .map((e) => e.textContent + ":" + e.title).join()'),
   "lines 22, 24, 25\x{2026}:called in lines 22, 24, 25, 29, gram.y:3",
   'a callee has the lines in which it is called');
like($browser->text('.source'), qr/line 22;\s*compare.*line 29;\s*compare/s,
     '... which name it');
open_page('calls', '#r=compare');
is($browser->js('return [...document.querySelectorAll(".edges small")]
   .map((e) => e.textContent).join()'), "tree.c:22, 24, 25\x{2026}",
   '... and those of a caller have its file');
open_page('calls', '#r=load');
like($browser->text('.source'), qr/Inlined into main tree\.c:12, 14/,
     'an inlined routine names its callers and their lines');
open_page('calls');

# Frames of the flame graph: name, percent of the graph's width, row.
sub frames {
   return join ' ', @{ $browser->js('const whole =
      document.querySelector(".flame").getBoundingClientRect();
      return [...document.querySelectorAll(".frame-bar")].map((f) => {
         const b = f.getBoundingClientRect();
         return f.getAttribute("aria-label").replace(/,.*|::.*/, "") + "=" +
            Math.round(100 * (b.width + 1) / whole.width) + "/" +
            Math.round((b.top - whole.top) / 21); })') };
}
$browser->click('[data-choice=view] [data-value=flame]');
is(frames(), 'the run=100/0 main=100/1 std=50/2 compare=10/3 load=40/2 ' .
             'compare=20/3 read=10/3',
   'the flame graph: costs by shares of edges, recursion once');
ok($browser->js('return document.getElementById("table").hidden'),
   '... in place of the list');
like($browser->text('#calls'), qr/pairs of caller and callee, not whole/,
     '... and says what it is based on');
$browser->keys('/', 'c', 'o', 'm', 'p');
is($browser->js('return document.querySelectorAll(".frame-bar.found").length'),
   2, 'a search marks frames');
is($browser->text('#flame-found'), '30.0 % of the cost',
   '... and says what they cost together');
$browser->keys($ESC);
is($browser->js('return document.querySelectorAll(".frame-bar.found").length'),
   0, '... until Escape');
$browser->click('.frame-bar[aria-label^=load]');
is(frames(), 'main=100/1 the run=100/0 load=100/2 compare=50/3 read=25/3',
   'a click on a frame zooms');
like($browser->text('.flame-line'), qr/load undecided\s+40\.0 % of the cost/,
     '... and describes it');
$browser->reload;
$browser->until('return document.documentElement.dataset.ready === "yes"');
like(frames(), qr/load=100/, '... which a reload keeps');
$browser->click('#flame-open');
is($browser->text('h1'), 'load', '... and its name leads to the routine');
like($browser->text('.edges:last-child'), qr/compare.*2.*20\.0.*read.*1.*10\.0/,
     'shares of callees are of the whole run');
$browser->back;
$browser->until('return !document.getElementById("list-view").hidden');
like(frames(), qr/load=100/, '... and back to the graph');
$browser->click('#flame-all');
like(frames(), qr/std=50/, 'the button Show all');
$browser->click('.frame-bar[aria-label^=load]');
$browser->keys($ESC);
like(frames(), qr/std=50/, '... as Escape');
my @colours = map { $browser->js('return getComputedStyle(
   document.querySelector(arguments[0])).backgroundColor', $_) }
   '.key.flame-0', '.frame-bar[data-node="0"]';
is($colours[0], $colours[1], 'a routine without a class is grey');
$browser->keys('v');
like($browser->js('return [...document.querySelectorAll(".outline-line")]
   .map((e) => e.textContent).join("|")'),
   qr/main.*99\.9.*10\.0.*std.*sort.*50\.0.*40\.0.*compare.*10\.0.*load.*40\.0/,
   'v: the call tree, open along the main cost');
$browser->js('[...document.querySelectorAll(".outline-node")]
   .find((d) => !d.open).open = true');
$browser->until('return /read/.test(
   document.querySelector(".outline").textContent)');
like($browser->text('.outline'), qr/read/, '... whose nodes open');
$browser->keys($ESC);
is(scalar(names()), 4, 'Escape: to the list');
open_page('new', '#v=flame');
is($browser->js('const f = [...document.querySelectorAll(".frame-bar")]
   .find((e) => e.textContent === "quadratic");
   return f.className.match(/flame-./)[0]'), 'flame-4',
   'a quadratic routine has its colour');
$browser->size(400, 800);
for my $view ('flame', 'tree') {
   open_page('calls', "#v=$view");
   my $wide = $browser->js('return document.documentElement.scrollWidth');
   ok($wide <= 400, "400 pixels are enough for the $view", "it takes $wide");
}
$browser->size(1400, 1000);
open_page('two');
is($browser->js('return [...document.querySelectorAll(".row .chip")]
   .map((c) => c.textContent).join()'), 'O(n2),O(n log n)',
   'both classes of a routine that may have two');

# --- two profiles ---

open_page('both');
like($browser->text('.row .change'),
     qr/was O\(n\)/,
     'the class it had before');
like($browser->text('.suspects'),
     qr/^Changed most \(1 routine in all\)quadratic/,
     'what has changed most');
like($browser->text('.row .ratio'),
     qr/\x{d7} \d/,
     'the ratio of the costs');
like($browser->text('.growth'),
     qr/^Growth is known for [\d.]+ % of the cost; uncertain/,
     'for which part of the cost the growth is known');
open_page('rest');
like($browser->text('.suspects'),
     qr/^The program costs 4\.5 times less.*push.*\x{2212}7M basic blocks of its own, \x{d7} 0\.222/s,
     'what no routine explains by itself, with who has it');
open_page('inside');
like($browser->text('.suspects + .suspects'),
     qr/^Much of that is in routines that they call.*push.*\x{d7} 0\.222; reads less at each call\.$/s,
     'in which callees the cost of a changed routine is');
open_page('recursion');
like($browser->text('.recursion'), qr/^price is a recursion with 21,980 calls/,
     'a recursion that may compute the same again and again');
open_page('repaired');
like($browser->js('return document.querySelector(".suspects .suspect").className'),
     qr/repaired/,
     'a repair has no warning colour');
open_page('reads');
like($browser->text('.suspects'),
     qr/66\.7 % of the run: if the input grows, .* as its square\.$/s,
     'what is read again has one part of the cost, not two');
open_page('chance');
like($browser->text('.row .change'), qr/no sure change/,
     'costs that may differ by chance are not the same');
open_page('again');
is($browser->text('.rereads'), 'No longer so:main readsIt grows:p(), q',
   'what is no longer read again and again, and calls that may grow');
is($browser->text('.nameless'), 'it has no symbols',
   'a file without symbols');
open_page('nameless', '#r=sorter+0x1200');
like($browser->text('.row .change'), qr/not compared/,
     'a routine without a name is not new');
is($browser->js('return document.querySelectorAll(".gone").length'), 0,
   'nor gone');
open_page('both', '#r=quadratic');
is(chart('return chart.data.datasets.filter((d) => d.isCloud)
   .map((d) => d.name + " " + d.data[29].y).join()'),
   'now 721842,baseline 4242', 'both in one chart');
is(chart('return chart.data.datasets.filter((d) => d.type === "line" && ' .
   'd.borderWidth).length'), 2, 'each with its curve');

# --- names that look like markup ---

for my $name ('<script>window.hurt=1</script>',
              '</script><img src=x onerror=window.hurt=2>', '__proto__',
              '"><svg onload=window.hurt=3>', '<!--<script>') {
   my $link = $name =~ s/([^A-Za-z0-9_])/sprintf '%%%02X', ord $1/ger;

   open_page('new', "#r=$link");
   is($browser->text('h1'), $name, "$name is shown as it is called");
}
open_page('hostile');
$browser->js('document.querySelectorAll(".row")[0].click()');
is($browser->js('return String(window.hurt) + document.images.length'),
   'undefined0', 'and none of them does anything');
open_page('new');
is($browser->js('return String(window.hurt) + document.images.length +
   document.querySelectorAll("#rows script, #rows svg[onload]").length'),
   'undefined00', 'nor in the list');
my $ran = $browser->js('const s = document.createElement("script");
   s.textContent = "window.ran = 1"; document.body.append(s);
   return String(window.ran)');
is($ran, 'undefined', 'the page would not run a script that is not its own');

# --- the browser's messages so far ---

my @refused = grep { $_->{message} =~ /Content Security Policy/ }
              my @messages = $browser->log('browser');
is(scalar(@refused), 1, 'the browser refused one script');
is(join(' ', grep { !/Content Security Policy/ }
   map { $_->{message} } @messages), '', 'and no other complaint');

# --- 5,000 routines, 200,000 points ---

my $start = time;
open_page('big');
my $took = time - $start;
ok($took < 15, 'a large page comes up', "after $took s");
is($browser->text('#count'), "5\x{202f}000 routines", 'with all routines');
ok($browser->js('return document.querySelectorAll(".row").length') < 60,
   'but only those in the window as rows');

$browser->js('scrollTo(0, 40000)');
$browser->until('return parseInt(document.querySelector(".row").style.top) >
   30000');
my $far = (names())[10];
$browser->js('[...document.querySelectorAll(".row")].find(
   (r) => r.dataset.name === arguments[0]).click()', $far);
is($browser->text('h1'), $far, 'a routine from far below');
$browser->keys($ESC);
is($browser->js('return [...document.querySelectorAll(".row")].filter((r) => {
   const b = r.getBoundingClientRect();
   return r.dataset.name === arguments[0] && b.top > 0 &&
          b.bottom <= innerHeight; }).length', $far), 1,
   'Escape goes back to where it stands');
$browser->js('scrollTo(0, 0)');

# Milliseconds that a piece of script takes, with the layout after it.
sub milliseconds {
   return $browser->js("const start = performance.now(); $_[0];
      document.body.getBoundingClientRect();
      return performance.now() - start");
}

my %steps = (
   sort => 'document.querySelector("[data-sort=calls]").click()',
   filter => 'const s = document.getElementById("search"); s.value = "99";
              s.dispatchEvent(new Event("input"))',
   scroll => 'scrollTo(0, 30000); dispatchEvent(new Event("scroll"))',
   'open the largest of' => 'location.hash = "r=routine_1";
              dispatchEvent(new HashChangeEvent("hashchange"))',
);
for my $step ('sort', 'scroll', 'filter', 'open the largest of') {
   my $ms = milliseconds($steps{$step});

   ok($ms < 5000, "to $step them is quick", "$ms ms");
   print "# $step: ", int $ms, " ms\n";
}
ok(chart('return chart.data.datasets[0].data.length') < 4000,
   'of 100,000 points a few thousand are drawn');
is(chart('return Math.max(...chart.data.datasets[0].data.map((p) => p.y))'),
   $browser->js('let most = 0; for (let i = 1; i <= 100000; i++)
      most = Math.max(most, 5 * i + (i * 7919) % 1000); return most'),
   'the highest among them');
my $ms = milliseconds('document.querySelector("[data-zoom=\'+\']").click()');
ok($ms < 5000, 'zooming in there is quick', "$ms ms");

# --- requests: those that are not the browser's own ---

my @requests;
for my $entry ($browser->log('performance')) {
   my $message = $browser->decode($entry->{message})->{message};

   next unless $message->{method} eq 'Network.requestWillBeSent';
   my $url = $message->{params}{request}{url};
   push @requests, $url
      unless $url =~ m{^(data:|about:|chrome:|chrome-untrusted:|file://\Q$folder\E/)};
}
is(join(' ', @requests), '', 'no request has left the page');
is(join(' ', map { $_->{message} } $browser->log('browser')), '',
   'no errors to the end');

$browser->quit;

# --- the scripts as modules ---

$browser = WebDriver->new($folder, '--allow-file-access-from-files');
open_page('modules');
is($browser->js('return document.querySelectorAll(".row").length'), 10,
   'the scripts run as modules');
$browser->type('#search', 'quad');
$browser->keys($ENTER);
$browser->click('[data-sort=cost]');
$browser->click('[data-class="O(n)"]');
$browser->click('#clear');
$browser->js('document.querySelector("[data-name=quadratic]").click()');
is($browser->text('h1'), 'quadratic', '... and open a routine');
$browser->keys('m', 'c', 'x', 'y', '+', '-', '0', $RIGHT, $LEFT, 't');
choose('chart thread', '1');
choose('per', 'n');
$browser->click('[data-zoom=All]');
$browser->keys('j', 'k', '?');
$browser->keys($ESC);
$browser->back;
$browser->until('return document.querySelector("h1") !== null');
$browser->keys('/');
open_page('modules', '#r=linear');
like($browser->text('.verdicts'), qr/O\(n\)/, '... by its address');
is(join(' ', map { $_->{message} } $browser->log('browser')), '',
   '... without an error');

$browser->quit;
print "1..$count\n";

END {
   my $status = $?;

   $browser->quit if $browser;
   $? = $status;
}
