-- Whether an address is read by whoever the registrant says it is: one row for each address of an account.
create table email_verification (
  id integer generated always as identity (start with 1001) primary key,
  reseller_id integer not null,
  -- in lower case: an address is one however it is spelled
  address text not null,
  email text not null,
  -- the customer it was started for
  handle text not null,
  language text not null,
  tag text not null,
  status text not null,
  failure text,
  -- the domains of the address are suspended; set when the deadline passes, lifted when it is verified
  is_suspended boolean not null default false,
  -- number in the newest link; null when no link works
  link_nonce bytea,
  started_at timestamptz not null,
  deadline_at timestamptz not null,
  verified_at timestamptz,
  constraint email_verification_reseller foreign key (reseller_id) references reseller (id),
  constraint email_verification_address unique (reseller_id, address),
  constraint email_verification_status check (status in ('not verified', 'in progress', 'verified', 'failed')),
  constraint email_verification_failure check (failure in ('expired', 'bounced')),
  constraint email_verification_reason check ((status = 'failed') = (failure is not null))
);
