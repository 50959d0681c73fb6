-- The rules of extensions, each record from an instant on. Rows are never changed: they explain older orders.
create table extension_record (
  number bigint generated always as identity primary key,
  suffix text not null,
  effective_from timestamptz not null,
  -- all rules, with the values of defaults; json keeps the order of additional fields
  record json not null,
  -- not sold any more; the record holds for domains that exist
  is_retired boolean not null,
  -- part of a release, with the date that the release names; null: set by an operator
  shipped_from timestamptz,
  set_by text not null,
  set_at timestamptz not null
);
create index extension_record_suffix on extension_record (suffix, effective_from, number);

create function extension_record_is_append_only() returns trigger language plpgsql as
$$ begin raise exception 'the records of extensions are append-only'; end $$;
create trigger extension_record_is_append_only before update or delete or truncate on extension_record
  execute function extension_record_is_append_only();
