-- Holders of domains, copied from the events of the domains service: decides which account may have a zone at a name or
-- below it. A row without an account ends 30 days after its domain ended; until then it outranks older events.
create table holder (
  -- A-labels, lower case, no final dot
  name text primary key,
  domain_id integer not null,
  -- null: the platform's registrar no longer sponsors the domain
  reseller_id integer,
  -- of the domain; an event with an older version changes nothing
  version integer not null,
  -- when the domain changed; decides between two domains of one name
  changed_at timestamptz not null
);

-- Finds the held names below a name: read from the end, their names begin alike.
create index holder_by_reversed_name on holder (reverse(name) text_pattern_ops) where reseller_id is not null;

-- Finds the rows that are no longer needed.
create index holder_ended on holder (changed_at) where reseller_id is null;
