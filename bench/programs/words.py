# Counts the words of a file: the most frequent ones.
#
# SPDX-License-Identifier: GPL-2.0-or-later
import collections
import re
import sys

words = collections.Counter()
with open(sys.argv[1]) as text:
    for line in text:
        words.update(re.findall('[a-z]+', line))
for word, n in sorted(words.items(), key=lambda x: (-x[1], x[0]))[:20]:
    print(n, word)
