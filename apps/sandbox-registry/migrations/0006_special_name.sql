-- Names that cannot be had at the ordinary terms.
create table special_name (
  name text primary key,
  kind text not null check (kind in ('reserved', 'premium'))
);
