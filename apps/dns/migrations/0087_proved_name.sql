-- Names that no account holds as a domain, and the account that proved last that it controls one. Until the end of a row no
-- other account makes a zone at the name or below it.
create table proved_name (
  -- A-labels, lower case, no final dot
  name text primary key,
  reseller_id integer not null,
  proved_at timestamptz not null,
  ends_at timestamptz not null
);
create index proved_name_ended on proved_name (ends_at);
create index proved_name_of_account on proved_name (reseller_id);
-- Finds the names below a name: read from the end, they begin alike.
create index proved_name_by_reversed_name on proved_name (reverse(name) text_pattern_ops);
