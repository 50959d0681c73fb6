create table ns_group_member (
  group_id integer not null,
  -- from 0, in the order registries get them
  place integer not null,
  -- A-labels, lower case, no final dot
  name text not null,
  -- as they were given; a nameserver of the account that has the name goes before them
  ip inet,
  ip6 inet,
  primary key (group_id, place),
  constraint one_ns_group_member_per_name unique (group_id, name),
  constraint ns_group_member_group foreign key (group_id) references ns_group (id)
);
