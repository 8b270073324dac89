# The programs of bench/survey, and what each of them reads.
#
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154,SC2034 # of bench/common.sh

survey_programs='php ruby node guile tcl luajit gawk m4 octave swipl z3 gp as
objdump nm readelf cmake lz4 brotli unxz gunzip openssl git troff pdftotext gs
convert djpeg cjpeg optipng flac lame oggenc sox dot rsvg xmllint rg hunspell
espeak povray ffmpeg tesseract pandoc sort'
survey_programs=${survey_programs//$'\n'/ }

# made FILE: write the standard input to it, unless it is there.
made() {
   local file=$work/$1

   test -e "$file" || cat > "$file"
}

# once FILE COMMAND...: make it by a command, unless it is there.
once() {
   local file=$work/$1

   shift
   test -e "$file" || "$@" || die "$file was not made"
}

survey_picture() {
   once picture.ppm awk -v file="$work/picture.ppm" 'BEGIN {
      printf "P3 400 300 255\n" > file
      for (y = 0; y < 300; y++)
         for (x = 0; x < 400; x++)
            print int(127 + 120 * sin(x * y / 900)), (x * 3 + y) % 256,
                  (x * y) % 200 > file }'
   once picture.png convert "$work/picture.ppm" -strip "$work/picture.png"
   once picture.jpg convert "$work/picture.ppm" -strip "$work/picture.jpg"
}

survey_sound() {
   once sound.wav sox -n -r 44100 -b 16 -c 1 "$work/sound.wav" synth 8 sine 300-3000
}

survey_pages() {
   { echo .NH; echo Title; echo .PP; head -c 120000 "$text" | tr -d '.\\'; } |
      made pages.ms
   once pages.ps sh -c "groff -ms -Tps '$work/pages.ms' > '$work/pages.ps'"
   once pages.pdf gs -q -dBATCH -dNOPAUSE -sDEVICE=pdfwrite \
      -sOutputFile="$work/pages.pdf" "$work/pages.ps"
}

survey_graph() {
   awk 'BEGIN {
      x = 5; print "digraph g {"
      for (i = 0; i < 100; i++) {
         x = x * 16807 % 2147483647; from = x % 60
         x = x * 16807 % 2147483647; print "n" from " -> n" x % 60
      }
      print "}" }' | made graph.dot
}

survey_program() {
   local text=$work/text-survey

   input text 1200000 text-survey
   case $1 in
   php)
      made words.php <<'END'
<?php
$a = [];
for ($i = 0; $i < 600000; $i++) {
   $k = "k" . ($i * 7919 % 5003);
   $a[$k] = ($a[$k] ?? 0) + $i;
}
ksort($a);
$s = "";
foreach ($a as $k => $v) $s .= md5($k . $v);
echo strlen($s);
END
      command=(php "$work/words.php") ;;
   ruby)
      made words.rb <<'END'
h = Hash.new(0)
60000.times { |i| h["k#{i * 7919 % 5003}"] += i }
puts h.sort.map { |k, v| k + v.to_s }.join.size
puts (1..20000).map { |i| i * 7919 % 10007 }.sort.sum
END
      command=(ruby "$work/words.rb") ;;
   node)
      made words.js <<'END'
const m = new Map();
for (let i = 0; i < 300000; i++) {
   const k = "k" + (i * 7919 % 5003);
   m.set(k, (m.get(k) || 0) + i);
}
console.log([...m].sort().join().length);
END
      command=(node "$work/words.js") ;;
   guile)
      made words.scm <<'END'
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(display (fib 24))
(define h (make-hash-table))
(let loop ((i 0))
  (if (< i 60000)
      (begin (hash-set! h (modulo (* i 7919) 5003) i) (loop (+ i 1)))))
(display (hash-ref h 5))
END
      command=(guile -q --no-auto-compile -s "$work/words.scm") ;;
   tcl)
      made words.tcl <<'END'
for {set i 0} {$i < 60000} {incr i} { incr a(k[expr {$i * 7919 % 5003}]) $i }
puts [llength [lsort [array names a]]]
END
      command=(tclsh "$work/words.tcl") ;;
   luajit)
      made words.lua <<'END'
local m = {}
for i = 1, 600000 do
   local k = "k" .. (i * 7919 % 5003)
   m[k] = (m[k] or 0) + i
end
local n = 0
for k in pairs(m) do n = n + #k end
print(n)
END
      command=(luajit "$work/words.lua") ;;
   gawk)
      command=(gawk '{ for (i = 1; i <= NF; i++) n[$i]++ } END { print length(n) }'
               "$text") ;;
   m4)
      made loop.m4 <<'END'
define(`forloop', `pushdef(`$1', `$2')_loop($@)popdef(`$1')')dnl
define(`_loop', `$4`'ifelse($1, `$3', , `define(`$1', incr($1))_loop($@)')')dnl
forloop(`i', 1, 3000, `eval(i * i) ')
END
      command=(m4 "$work/loop.m4") ;;
   octave)
      made matrix.m <<'END'
a = reshape (mod ((1:14400) * 7919, 1009), 120, 120);
[q, r] = qr (a * a);
disp (all (isfinite (r(:))));
s = 0; for i = 1:20000, s = s + mod (i, 7); end; disp (s);
x = cell (1, 2000); for i = 1:2000, x{i} = sprintf ("%d", i); end
disp (length (strjoin (x, ",")));
END
      command=(octave-cli --no-init-file "$work/matrix.m") ;;
   swipl)
      made reverse.pl <<'END'
:- initialization(main).
nrev([], []).
nrev([H|T], R) :- nrev(T, X), append(X, [H], R).
main :- numlist(1, 700, L), nrev(L, [A|_]), write(A), nl, halt.
END
      command=(swipl -q "$work/reverse.pl") ;;
   z3)
      made sums.smt2 <<'END'
(declare-fun x () Int)(declare-fun y () Int)(declare-fun z () Int)
(assert (> (+ x (* 3 y)) 17))(assert (< (+ x y z) 100))(assert (= (mod x 7) 3))
(assert (> (* 2 z) (+ y 5)))(assert (or (= (mod z 11) 4) (= (mod y 13) 6)))
(check-sat)
END
      command=(z3 "$work/sums.smt2") ;;
   gp)
      made numbers.gp <<'END'
print(factor(2^101-1)); s=0; for(i=1,20000,s+=eulerphi(i)); print(s); quit
END
      command=(gp -q -f "$work/numbers.gp") ;;
   as)
      once containers.s g++ -O1 -g -S -o "$work/containers.s" \
         "$bench/programs/containers.cc"
      command=(as -o /dev/null "$work/containers.s") ;;
   objdump) command=(objdump -d "$(type -P make)") ;;
   nm) command=(nm -C -D "$(g++ -print-file-name=libstdc++.so.6)") ;;
   readelf) command=(readelf -a "$(g++ -print-file-name=libstdc++.so.6)") ;;
   cmake) command=(cmake --help-full) ;;
   lz4) command=(lz4 -q -9 -c "$text") ;;
   brotli) command=(brotli -c -q 7 "$text") ;;
   unxz)
      once text.xz sh -c "xz -c '$text' > '$work/text.xz'"
      command=(xz -dc "$work/text.xz") ;;
   gunzip)
      once text.gz sh -c "gzip -nc '$text' > '$work/text.gz'"
      command=(gzip -dc "$work/text.gz") ;;
   openssl) command=(openssl dgst -sha512 "$text") ;;
   git)
      once commits sh -c "git init -q '$work/commits' && cd '$work/commits' &&
         cp -r '$top/command' '$top/docs' . && git add -A &&
         git -c user.email=a@b -c user.name=a commit -qm first"
      command=(git -C "$work/commits" log --stat --format=%s) ;;
   troff) survey_pages; command=(troff -Tps -ms "$work/pages.ms") ;;
   pdftotext) survey_pages; command=(pdftotext "$work/pages.pdf" -) ;;
   gs)
      survey_pages
      command=(gs -q -dBATCH -dNOPAUSE -sDEVICE=pgmraw -r40 -sOutputFile=-
               "$work/pages.pdf") ;;
   convert)
      survey_picture
      command=("$(type -P convert)" "$work/picture.png" -resize 50% -blur 2
               ppm:-) ;;
   djpeg) survey_picture; command=(djpeg "$work/picture.jpg") ;;
   cjpeg) survey_picture; command=(cjpeg "$work/picture.ppm") ;;
   optipng)
      survey_picture
      command=(optipng -quiet -o1 -out "$work/smaller.png" -clobber
               "$work/picture.png") ;;
   flac) survey_sound; command=(flac -s -c "$work/sound.wav") ;;
   lame) survey_sound; command=(lame --quiet "$work/sound.wav" -) ;;
   oggenc)
      survey_sound
      command=(oggenc -Q -s 1 "$work/sound.wav" -o "$work/sound.ogg") ;;
   sox) survey_sound; command=(sox "$work/sound.wav" -t raw - reverse) ;;
   dot) survey_graph; command=(dot -Tsvg "$work/graph.dot") ;;
   rsvg)
      survey_graph
      once graph.svg sh -c "dot -Tsvg '$work/graph.dot' > '$work/graph.svg'"
      command=(rsvg-convert "$work/graph.svg") ;;
   xmllint)
      awk 'BEGIN {
         print "<r>"
         for (i = 0; i < 20000; i++) printf "<e id=\"%d\"><n>%d</n></e>", i, i % 7
         print "</r>" }' | made list.xml
      command=(xmllint --noout "$work/list.xml") ;;
   rg) command=(rg -c -i 'qu.s|ti.*on' "$text") ;;
   hunspell)
      head -c 60000 "$bench/../docs/manual.md" | made manual
      command=(hunspell -d en_US -l "$work/manual") ;;
   espeak)
      awk 'BEGIN { for (i = 0; i < 40; i++) print "hello world, this is text" }' |
         made speech
      command=(espeak-ng --stdout -f "$work/speech") ;;
   povray)
      made scene.pov <<'END'
camera { location <0, 2, -5> look_at <0, 1, 0> }
light_source { <2, 4, -3> rgb 1 }
sphere { <0, 1, 0>, 1 pigment { rgb <1, 0, 0> } finish { phong 1 } }
plane { y, 0 pigment { checker rgb 1 rgb 0 } }
END
      command=(povray +I"$work/scene.pov" -D -V +W60 +H40 +O"$work/scene.png") ;;
   ffmpeg)
      command=(ffmpeg -loglevel quiet -f lavfi
               -i testsrc=duration=1:size=160x120:rate=10 -f rawvideo -) ;;
   tesseract)
      once words.png convert -background white -fill black -pointsize 28 \
         label:'Hello profiler world\nThe quick brown fox' "$work/words.png"
      command=(tesseract "$work/words.png" stdout) ;;
   pandoc)
      head -c 30000 "$top/docs/manual.md" | made manual.md
      command=(pandoc "$work/manual.md") ;;
   sort) command=(sort "$text") ;;
   esac
}
