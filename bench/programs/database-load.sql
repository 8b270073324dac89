-- The queries that each client of the database benchmark repeats: lookups,
-- ranges, a join, sorting, and changes.  Each client starts at another row.
--
-- SPDX-License-Identifier: GPL-2.0-or-later

set @k = (coalesce(@k, connection_id()) * 7919 + 13) % 5000 + 1;
select name, balance from customer where id = @k;
select count(*), sum(amount) from sale where customer between @k and @k + 20;
select name, balance from customer where name like concat('customer ', @k % 100, '%') order by balance desc, name limit 10;
insert into sale (customer, amount, note) values (@k, @k % 997, repeat('y', @k % 60));
select c.name, s.amount from customer c join sale s on s.customer = c.id where c.id = @k order by s.amount;
update customer set balance = balance + 1 where id = @k;
select balance div 100 as class, count(*) from customer where id between @k and @k + 200 group by class
