# Functions that call each other: directly, and through a method that is kept.
#
# SPDX-License-Identifier: GPL-2.0-or-later
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

class Parity:
    def odd(self, n):
        return even(n - 1)

odd = Parity().odd

def even(n):
    return True if n == 0 else odd(n - 1)

fib(10)
even(20)
