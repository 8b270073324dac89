-- What lua runs: strings of 30 sizes backwards.
--
-- SPDX-License-Identifier: GPL-2.0-or-later

local n = 0
for i = 1, 30 do
   n = n + #string.reverse(("word "):rep(9 * i))
end
print(n)
