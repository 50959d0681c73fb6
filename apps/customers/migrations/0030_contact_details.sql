-- What a reseller keeps about its people, and where each of them may come from.
alter table contact
  -- nobody logs in with the name of a person who has no password yet
  alter column password_hash drop not null,
  add column company_name text not null default '',
  add column first_name text not null default '',
  add column prefix text not null default '',
  add column initials text not null default '',
  add column last_name text not null default '',
  add column street text not null default '',
  add column house_number text not null default '',
  add column house_suffix text not null default '',
  add column zipcode text not null default '',
  add column city text not null default '',
  add column state text not null default '',
  -- ISO 3166-1 alpha-2
  add column country text not null default '',
  add column phone_country_code text not null default '',
  add column phone_area_code text not null default '',
  add column phone_subscriber_number text not null default '',
  add column vat text not null default '',
  -- Russian tax number and registration reason code
  add column inn text not null default '',
  add column kpp text not null default '',
  add column locale text not null default '',
  add column comments text not null default '',
  add column additional_data jsonb not null default '{}',
  add column auth_type text not null default '',
  add column is_active boolean not null default true,
  -- addresses and CIDR ranges as they were given, each of them readable as inet; an empty allow-list allows all
  add column api_allowed_from text[] not null default '{}',
  add column api_denied_from text[] not null default '{}',
  add column panel_allowed_from text[] not null default '{}',
  add column panel_denied_from text[] not null default '{}',
  add column password_changed_at timestamptz,
  add column password_change_declined_at timestamptz;
