-- The networks from which a contact has logged in during the last 90 days. While many unknown networks fail to log in
-- with a username, logins from these networks are still checked.
create table login_network (
  contact_id integer not null,
  -- an IPv4 address or the /64 of an IPv6 one
  network text not null,
  -- recorded at most once a day
  last_login_at timestamptz not null,
  primary key (contact_id, network),
  constraint login_network_contact foreign key (contact_id) references contact (id)
);

-- Finds outdated rows.
create index login_network_last_login_at on login_network (last_login_at);
