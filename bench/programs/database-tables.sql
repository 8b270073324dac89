-- The tables of the database benchmark.
--
-- SPDX-License-Identifier: GPL-2.0-or-later

create database bench;
use bench;
create table customer (
   id int primary key, name varchar(40) not null, balance int not null,
   key (name)
) engine = innodb;
create table sale (
   id int auto_increment primary key, customer int not null,
   amount int not null, note varchar(60), key (customer)
) engine = innodb;
insert into customer
   select seq, concat('customer ', seq * 7919 % 5003), seq % 1000
   from seq_1_to_5000;
insert into sale (customer, amount, note)
   select 1 + seq * 31 % 5000, seq * 17 % 997, repeat('x', seq % 60)
   from seq_1_to_20000;
