-- Orders of certificates.
create table ssl_order (
  id integer generated always as identity primary key,
  reseller_id integer not null,
  product_id integer not null,
  status text not null,
  -- A-labels, lower case
  common_name text not null,
  -- all names of the certificate, the common name first
  names text[] not null,
  csr text not null,
  -- years
  period integer not null,
  -- names that are paid for
  domain_amount integer not null,
  wildcard_amount integer not null,
  autorenew text not null,
  software text not null,
  organization_handle text not null,
  technical_handle text not null,
  approver_email text not null,
  has_dns_automation boolean not null,
  panel_id uuid not null,
  -- what is being done with the CA: nothing, issue, renew, reissue, revoke
  work text not null,
  -- what is asked of the CA; the next time something is asked for has a new number and a new token
  round integer not null,
  token text not null,
  approver_nonce text not null,
  asked_at timestamptz,
  -- why it was rejected, or what the last attempt said
  problem text not null default '',
  -- grows with every change; a step that was taken for an older one is dropped
  revision integer not null,
  ordered_at timestamptz not null,
  activated_at timestamptz,
  expires_at timestamptz,
  paid_until timestamptz,
  serial text not null default '',
  certificate text not null default '',
  intermediate_certificate text not null default '',
  root_certificate text not null default '',
  -- the next step, in the platform's time; nothing when no step is to come
  due_at timestamptz,
  attempts integer not null,
  -- the process that takes the step keeps others away so long, in the machine's time
  claimed_until timestamptz,
  constraint known_status_of_ssl_order check (status in ('PAI', 'REQ', 'ACT', 'REJ', 'FAI', 'EXP')),
  constraint known_work_of_ssl_order check (work in ('nothing', 'issue', 'renew', 'reissue', 'revoke')),
  constraint issued_has_a_certificate check (status not in ('ACT', 'EXP') or certificate <> '')
);
