// The host stands below a module in the debug information: see
// inlined_languages.test.
//
// SPDX-License-Identifier: GPL-2.0-or-later
module sums;

private uint inlined_total(const uint* cells, size_t n)
{
    uint sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = sum * 3 ^ cells[i];
    return sum;
}

__gshared uint[50] cells;
__gshared uint kept;

pragma(inline, false) void host(size_t n)
{
    kept += inlined_total(cells.ptr, n);
}

extern (C) int main()
{
    for (size_t n = 10; n <= 50; n += 10)
        host(n);
    return 0;
}
