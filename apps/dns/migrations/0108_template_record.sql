-- Records as they were given, `%domain%` standing for the name of the zone to be made.
create table template_record (
  id integer generated always as identity (start with 1000001) primary key,
  template_id integer not null,
  place integer not null,
  type text not null,
  name text not null,
  value text not null,
  ttl integer not null,
  -- null where none was given: the value may hold it
  prio integer,
  constraint one_template_record_per_place unique (template_id, place),
  constraint template_record_template foreign key (template_id) references template (id) on delete cascade
);
