-- What a label in a script may hold beside digits and hyphens.
create table idn_table (
  name text primary key,
  letters text not null,
  takes_latin boolean not null
);
