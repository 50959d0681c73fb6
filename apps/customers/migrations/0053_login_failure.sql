-- Logins that failed lately, by what they have in common.
create table login_failure (
  -- `address` with an IPv4 address or the /64 of an IPv6 one, or `name` with the SHA-256 of a username: people type
  -- passwords where the name belongs, and a name need not exist
  subject text primary key,
  failed_at timestamptz[] not null,
  -- until then no login is looked at
  blocked_until timestamptz,
  -- from then on the row says nothing any more
  forget_at timestamptz not null
);
