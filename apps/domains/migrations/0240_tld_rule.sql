-- Rules of extensions that an operator has changed, over those that are shipped: each from an instant on.
create table tld_rule (
  extension text not null,
  effective_from timestamptz not null,
  -- only what is changed
  rules jsonb not null,
  set_by text not null,
  set_at timestamptz not null,
  primary key (extension, effective_from)
);
