create table t(id integer primary key, name text, v integer);
with recursive c(i) as (select 1 union all select i+1 from c where i<400)
insert into t select i, 'name'||(i*7919%1000), (i*31)%101 from c;
create index tn on t(name);
create table u(v integer, w text);
insert into u select distinct v, hex(v) from t;
select count(*), sum(u.v) from t join u on t.v=u.v where t.name like 'name1%';
select name, count(*) from t group by substr(name,1,6) order by 2 desc limit 5;
update t set v=v+1 where id%3=0;
delete from t where id%5=0;
select avg(v), max(name) from t;
