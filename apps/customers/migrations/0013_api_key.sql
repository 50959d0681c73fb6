-- A key with which a program calls the API as the contact who created it. Only its hash is stored.
create table api_key (
  id integer generated always as identity primary key,
  contact_id integer not null,
  name text not null,
  -- SHA-256 of the key
  hash bytea not null,
  -- the last characters of the key, so that its owner recognizes it
  hint text not null,
  scope text[] not null,
  -- addresses and CIDR ranges as entered, each readable as inet; an empty list allows all
  allowed_from text[] not null,
  -- null: never
  expires_at timestamptz,
  -- days without a request after which the key stops working; 0: no limit
  unused_days integer not null,
  created_at timestamptz not null,
  rotated_at timestamptz,
  -- recorded at most once a minute
  last_used_at timestamptz,
  last_used_from inet,
  constraint api_key_contact foreign key (contact_id) references contact (id)
);
create unique index api_key_hash on api_key (hash);
create index api_key_contact_id on api_key (contact_id);

-- Whether a key has reached neither its end nor its limit of unused days. The days count from its last use or rotation.
create function key_valid(key api_key, at timestamptz) returns boolean language sql stable parallel safe
begin atomic
  select (key.expires_at is null or key.expires_at > at)
    and (key.unused_days = 0
      or greatest(key.created_at, key.rotated_at, key.last_used_at) + key.unused_days * interval '1 day' > at);
end;
