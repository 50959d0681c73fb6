-- Which account sponsors a name of an extension that has had several accounts, where it is not the first of them.
create table sponsored_domain (
  name text primary key,
  account text not null
);
-- What was ordered since an extension moved, as far as its operations are stored.
insert into sponsored_domain (name, account)
select distinct on (object) object, account from operation
where kind in ('domain.create', 'domain.transfer') and state = 'done'
  and substring(object from position('.' in object) + 1) in (
    select suffix from extension group by suffix having count(distinct record->'registry'->>'account') > 1)
order by object, seq desc;
