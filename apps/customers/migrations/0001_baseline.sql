-- The schema of this service as of commit 55e1257. Never changed: a later change is a migration of its own, described
-- in tools/db/README.md.

-- The role of a service may not create extensions, so the user who migrates does. pg_trgm finds texts by any three
-- letters; btree_gin lets one inverted index hold whole numbers beside such texts.
set local role none;
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;
set local role nameyard_customers;

-- The digits of handles: six, or seven once those are used up.
create sequence customer_handle_number as integer start with 100000 minvalue 100000;

-- The address or range that a client means: IPv4 written inside IPv6 is that IPv4 (RFC 4291 section 2.5.5.2).
create function unmapped_range(given inet) returns inet language sql immutable strict parallel safe
begin atomic
  select case when given <<= inet '::ffff:0:0/96'
    then set_masklen(inet '0.0.0.0' + (set_masklen(given, 128) - inet '::ffff:0:0'), masklen(given) - 96)
    else given end;
end;

-- Whether one of the ranges contains the address. Each range must be readable as inet.
create function ranges_cover(ranges text[], address inet) returns boolean language sql immutable parallel safe
begin atomic
  select exists (select from unnest(ranges) as range (given) where address <<= unmapped_range(given::inet));
end;

-- Whether a client may connect from the address: the deny-list wins, and an empty allow-list allows all addresses.
create function address_allowed(address inet, allowed text[], denied text[]) returns boolean
  language sql immutable parallel safe
begin atomic
  select (cardinality(allowed) = 0 or ranges_cover(allowed, address)) and not ranges_cover(denied, address);
end;

-- An account: a company that sells names under its own brand.
create table reseller (
  id integer generated always as identity (start with 1001) primary key,
  company_name text not null,
  -- ISO 4217
  currency text not null,
  created_at timestamptz not null,
  -- the limit that the operator set for this account; null: the limit of all accounts
  requests_per_second double precision,
  requests_burst integer,
  -- what `autorenew: default` means for the domains of the account, and how often that changed
  is_auto_renew_enabled boolean not null default true,
  auto_renew_version integer not null default 0,
  first_name text not null default '',
  prefix text not null default '',
  initials text not null default '',
  last_name text not null default '',
  street text not null default '',
  house_number text not null default '',
  house_suffix text not null default '',
  zipcode text not null default '',
  city text not null default '',
  state text not null default '',
  country text not null default '',
  phone_country_code text not null default '',
  phone_area_code text not null default '',
  phone_subscriber_number text not null default '',
  fax_country_code text not null default '',
  fax_area_code text not null default '',
  fax_subscriber_number text not null default '',
  vat text not null default '',
  inn text not null default '',
  kpp text not null default '',
  website_url text not null default '',
  locale text not null default 'en_GB',
  comments text not null default '',
  additional_data jsonb not null default '{}',
  constraint reseller_request_limit check (requests_per_second > 0 and requests_burst > 0),
  constraint reseller_request_limit_whole check ((requests_per_second is null) = (requests_burst is null))
);

-- A person who logs in for a reseller.
create table contact (
  id integer generated always as identity (start with 10001) primary key,
  reseller_id integer not null,
  username text not null,
  -- argon2id in PHC string form; null: the person has no password yet and cannot log in
  password_hash text,
  email text not null,
  role text not null,
  api_access_enabled boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  company_name text not null default '',
  first_name text not null default '',
  prefix text not null default '',
  initials text not null default '',
  last_name text not null default '',
  street text not null default '',
  house_number text not null default '',
  house_suffix text not null default '',
  zipcode text not null default '',
  city text not null default '',
  state text not null default '',
  -- ISO 3166-1 alpha-2
  country text not null default '',
  phone_country_code text not null default '',
  phone_area_code text not null default '',
  phone_subscriber_number text not null default '',
  vat text not null default '',
  -- Russian tax number and registration reason code
  inn text not null default '',
  kpp text not null default '',
  locale text not null default '',
  comments text not null default '',
  additional_data jsonb not null default '{}',
  auth_type text not null default '',
  is_active boolean not null default true,
  -- addresses and CIDR ranges as entered, each readable as inet; an empty allow-list allows all
  api_allowed_from text[] not null default '{}',
  api_denied_from text[] not null default '{}',
  panel_allowed_from text[] not null default '{}',
  panel_denied_from text[] not null default '{}',
  password_changed_at timestamptz,
  password_change_declined_at timestamptz,
  last_login_at timestamptz,
  -- recorded at most once a minute
  last_api_call_at timestamptz,
  constraint contact_reseller foreign key (reseller_id) references reseller (id),
  constraint contact_role check (role in ('admin', 'tech', 'billing'))
);
create index contact_reseller_id on contact (reseller_id);

-- A username is unique on the platform among persons who are not deleted.
create unique index contact_username on contact (username) where deleted_at is null;

-- A bearer token. Only its hash is stored.
create table token (
  -- SHA-256 of the token
  hash bytea primary key,
  contact_id integer not null,
  scope text[] not null,
  -- the address or range the token works from; null: any
  bound_to inet,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint token_contact foreign key (contact_id) references contact (id)
);
create index token_contact_id on token (contact_id);
create index token_expires_at on token (expires_at);

-- A registrant or another contact of domains. Registries know it as a contact object.
create table customer (
  id integer generated always as identity (start with 100001) primary key,
  reseller_id integer not null,
  -- A-Z, digits and a dash: sorted by byte, so that an index finds a handle by its beginning too
  handle text collate "C" not null,
  username text not null,
  first_name text not null,
  prefix text not null,
  initials text not null,
  last_name text not null,
  -- empty for a private person
  company_name text not null,
  email text not null,
  street text not null,
  house_number text not null,
  house_suffix text not null,
  zipcode text not null,
  city text not null,
  state text not null,
  -- ISO 3166-1 alpha-2
  country text not null,
  phone_country_code text not null,
  phone_area_code text not null,
  phone_subscriber_number text not null,
  fax_country_code text not null,
  fax_area_code text not null,
  fax_subscriber_number text not null,
  vat text not null,
  locale text not null,
  comments text not null,
  comments_changed_at timestamptz,
  additional_data jsonb not null,
  -- data that some extensions require: a list of {name, data}
  extension_additional_data jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- texts without case, which patterns are compared with and lists are sorted by; folded by the service, so that
  -- every database sorts alike, whatever its locale
  first_name_folded text collate "C" not null,
  last_name_folded text collate "C" not null,
  company_name_folded text collate "C" not null,
  email_folded text collate "C" not null,
  comments_folded text collate "C" not null,
  -- until when an order may still be using a copy of the customer: it is not deleted before
  snapshot_until timestamptz,
  -- first name, last name, company name and handle in one text, separated by characters that no name contains:
  -- a list with a pattern counts in one index
  searched text collate "C" not null,
  -- comments that are short enough for an index; null when they are longer
  comments_short text collate "C",
  constraint customer_handle unique (handle),
  constraint customer_reseller foreign key (reseller_id) references reseller (id)
);

-- A pattern is compared in lower case; one that begins with letters is found here.
create index customer_email on customer (reseller_id, lower(email) text_pattern_ops);

-- The order of an account's list. Includes the columns that patterns read, so that a long search stays in the index.
create index customer_reseller_id on customer (reseller_id, id)
  include (first_name_folded, last_name_folded, company_name_folded, handle, email_folded)
  where deleted_at is null;

-- Sorts by the column, and finds by its beginning.
create index customer_company_name on customer (reseller_id, company_name_folded, id) where deleted_at is null;

-- The few customers whose comments are in no index.
create index customer_long_comments on customer (reseller_id, id) where deleted_at is null and comments_short is null;

-- Finds customers by letters anywhere in a text. No pending list: readers would have to search it too.
create index customer_trigrams on customer using gin (
  reseller_id,
  searched public.gin_trgm_ops,
  first_name_folded public.gin_trgm_ops,
  last_name_folded public.gin_trgm_ops,
  company_name_folded public.gin_trgm_ops,
  email_folded public.gin_trgm_ops,
  handle public.gin_trgm_ops,
  comments_folded public.gin_trgm_ops
) with (fastupdate = off) where deleted_at is null;

-- Counts companies, private persons, or both by a pattern.
create index customer_company on customer (reseller_id, id) include (searched)
  where deleted_at is null and company_name_folded <> '';
create index customer_individual on customer (reseller_id, id) include (searched)
  where deleted_at is null and company_name_folded = '';
create index customer_searched on customer (reseller_id, id) include (searched) where deleted_at is null;

-- Sorts by the column and finds by its beginning. Companies or private persons alone are found without reading rows.
create index customer_by_last_name on customer (reseller_id, last_name_folded, id) include (company_name_folded)
  where deleted_at is null;
create index customer_by_first_name on customer (reseller_id, first_name_folded, id) include (company_name_folded)
  where deleted_at is null;
create index customer_by_email on customer (reseller_id, email_folded, id) include (company_name_folded)
  where deleted_at is null;
create index customer_by_handle on customer (reseller_id, handle, id) include (company_name_folded)
  where deleted_at is null;

-- The account's customers with comments, which few have. Includes the columns that patterns read beside comments, so
-- that a search by both stays in the index.
create index customer_with_comments on customer (reseller_id, id)
  include (comments_short, first_name_folded, last_name_folded, company_name_folded, handle, email_folded)
  where deleted_at is null and comments_short <> '';

-- Counts new customers, any number of them in one statement.
create function count_new_customers() returns trigger language plpgsql as $$
begin
  insert into customer_count as known (reseller_id, companies, individuals)
  select reseller_id, count(*) filter (where company_name_folded <> ''),
    count(*) filter (where company_name_folded = '')
  from fresh where deleted_at is null group by reseller_id order by reseller_id
  on conflict (reseller_id) do update
    set companies = known.companies + excluded.companies, individuals = known.individuals + excluded.individuals;
  return null;
end $$;
create trigger customer_count_new after insert on customer referencing new table as fresh
  for each statement execute function count_new_customers();

-- Stops counting a deleted customer, and moves one that becomes a company to the other counter.
create function count_changed_customer() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null then
    update customer_count
    set companies = companies - (old.company_name_folded <> '')::integer,
      individuals = individuals - (old.company_name_folded = '')::integer
    where reseller_id = old.reseller_id;
  end if;
  if new.deleted_at is null then
    update customer_count
    set companies = companies + (new.company_name_folded <> '')::integer,
      individuals = individuals + (new.company_name_folded = '')::integer
    where reseller_id = new.reseller_id;
  end if;
  return null;
end $$;
create trigger customer_count_changed after update on customer for each row
  when ((old.deleted_at is null, old.company_name_folded <> '')
    is distinct from (new.deleted_at is null, new.company_name_folded <> ''))
  execute function count_changed_customer();

-- Derives the searched texts from their sources.
create function fill_search_texts() returns trigger language plpgsql as $$
begin
  new.searched := e'\x01' || new.first_name_folded || e'\x01' || new.last_name_folded || e'\x01'
    || new.company_name_folded || e'\x01' || lower(new.handle) || e'\x01';
  new.comments_short := case when length(new.comments_folded) <= 200 then new.comments_folded end;
  return new;
end $$;
create trigger customer_search_texts
  before insert or update of first_name_folded, last_name_folded, company_name_folded, handle, comments_folded
  on customer for each row execute function fill_search_texts();

-- Who changed what, and when. Rows are only inserted.
create table audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null,
  -- the account whose object was changed; null for what belongs to no account, such as a price list
  reseller_id integer,
  -- the contact person who made the change; null: the operator of the platform
  actor_contact_id integer,
  actor_username text,
  client_address text,
  correlation_id text not null,
  -- id of the operation in the contracts
  operation text not null,
  -- kind and number of what was changed: contact 10001
  subject text not null,
  -- by field: old and new value where it is a right; personal data is only named
  changes jsonb not null
);

-- The history of an account, newest last.
create index audit_log_reseller_id on audit_log (reseller_id, id);

create function refuse_change_of_audit_log() returns trigger language plpgsql as
$$ begin raise exception 'the audit log is append-only'; end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();

-- Whether the registrant reads mail to an address: one row for each address of an account.
create table email_verification (
  id integer generated always as identity (start with 1001) primary key,
  reseller_id integer not null,
  -- in lower case: spelling in another case is the same address
  address text not null,
  email text not null,
  -- the customer it was started for
  handle text not null,
  language text not null,
  tag text not null,
  status text not null,
  failure text,
  -- the domains of the address are suspended: set when the deadline passes, cleared when the address is verified
  is_suspended boolean not null default false,
  -- number of the newest link; null when no link works
  link_nonce bytea,
  started_at timestamptz not null,
  -- starts with the first mail: an address that was never mailed has no deadline
  deadline_at timestamptz,
  verified_at timestamptz,
  -- how many mails were requested since when: the number of mails to an address is limited
  mails integer not null,
  mails_since timestamptz,
  constraint email_verification_address unique (reseller_id, address),
  constraint email_verification_reseller foreign key (reseller_id) references reseller (id),
  constraint email_verification_begun check ((status = 'not verified') = (deadline_at is null)),
  constraint email_verification_failure check (failure in ('expired', 'bounced')),
  constraint email_verification_reason check ((status = 'failed') = (failure is not null)),
  constraint email_verification_status check (status in ('not verified', 'in progress', 'verified', 'failed'))
);

-- What was started for a customer.
create index email_verification_handle on email_verification (handle);

-- Verifications whose deadline still has to take effect.
create index email_verification_deadline on email_verification (deadline_at)
  where status = 'in progress' or (status = 'failed' and not is_suspended);

-- The domains whose registrant has an address that must be verified, or was. A domain has one registrant, so one
-- address.
create table email_verification_domain (
  verification_id integer,
  domain_id integer primary key,
  -- whole name, A-labels, lower case
  domain text not null,
  -- the registrant
  handle text not null,
  -- version of the domain: older news about it changes nothing, even after the domain was released and the row has
  -- no verification any more
  version integer not null,
  -- the suspension that the service that owns the domain was told last, and how often it was told: it orders the
  -- messages by that number, since two of them may carry the same time
  is_suspended boolean not null,
  suspension_version integer not null,
  constraint email_verification_domain_verification foreign key (verification_id) references email_verification (id)
);
create index email_verification_domain_name on email_verification_domain (domain);

-- The domains of a registrant whose address is verified.
create index email_verification_domain_handle on email_verification_domain (handle);

-- The domains of an address.
create index email_verification_domain_verification_id on email_verification_domain (verification_id, domain_id);

-- Logins that failed recently, grouped by username or network.
create table login_failure (
  -- `address` with an IPv4 address or the /64 of an IPv6 one, or `name` with the SHA-256 of a username: people type
  -- passwords into the name field, and the name need not exist
  subject text primary key,
  failed_at timestamptz[] not null,
  -- until then logins are refused without a check
  blocked_until timestamptz,
  -- from then on the row has no meaning
  forget_at timestamptz not null
);
create index login_failure_forget_at on login_failure (forget_at);

-- How many requests each account may make at once; refills with time. Unlogged: losing it in a crash does no harm.
create unlogged table request_allowance (
  reseller_id integer primary key,
  -- negative after several gateways together let through more than the limit
  remaining double precision not null,
  as_of timestamptz not null
);

-- How many customers an account has: every page of a list shows it.
create table customer_count (
  reseller_id integer primary key,
  companies integer not null,
  individuals integer not null,
  constraint customer_count_reseller foreign key (reseller_id) references reseller (id)
);

-- The labels that an account has for its customers.
create table tag (
  id integer generated always as identity primary key,
  reseller_id integer not null,
  value text collate "C" not null,
  constraint tag_reseller foreign key (reseller_id) references reseller (id)
);

-- A label exists once in an account. Compared by digest: a label may be longer than an index entry.
create unique index tag_value on tag (reseller_id, md5(value));

-- The labels of a customer, in the order they were given. A table of its own: deleting a label writes no row and no
-- index of the thousands of customers that have it.
create table customer_tag (
  customer_id integer not null,
  tag_id integer not null,
  place integer not null,
  primary key (customer_id, tag_id),
  constraint customer_tag_customer foreign key (customer_id) references customer (id),
  constraint customer_tag_tag foreign key (tag_id) references tag (id) on delete cascade
);

-- Finds the customers that have a label.
create index customer_tag_tag_id on customer_tag (tag_id);
