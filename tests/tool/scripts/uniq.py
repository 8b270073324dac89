# `uniq` searches a list for each word: n^2.
#
# SPDX-License-Identifier: GPL-2.0-or-later
def uniq(words):
    seen = []
    for w in words:
        found = False
        for s in seen:
            if s == w:
                found = True
                break
        if not found:
            seen.append(w)
    return seen

def make_words(n):
    return ["w%d" % (i * 7919 % n) for i in range(n)]

def total(words):
    t = 0
    for w in words:
        t += len(w)
    return t

def main():
    s = 0
    n = 20
    while n <= 700:
        words = make_words(n)
        s += len(uniq(words)) + total(words)
        n = n * 13 // 10
    print(s)

main()
