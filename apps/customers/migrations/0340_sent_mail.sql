-- Mails, and what mail servers reported about them.
create table sent_mail (
  id bigint generated always as identity primary key,
  -- of the Message-ID: another attempt to send the mail has the same one
  message_id text collate "C" not null,
  reseller_id integer not null,
  -- verification, expiry, password-reset, …
  type text collate "C" not null,
  -- what the mail is about: `domains/7`
  object text collate "C" not null,
  -- the recipient, in lower case
  address text collate "C" not null,
  sent_at timestamptz not null,
  -- waiting: our mail server has not accepted it yet; then sent, delayed, bounced, complained
  state text collate "C" not null,
  -- RFC 3463: `5.1.1`
  status text collate "C",
  -- what the last server said
  diagnostic text,
  reported_at timestamptz
);
create unique index sent_mail_by_message on sent_mail (message_id);
create index sent_mail_by_time on sent_mail (sent_at);
create index sent_mail_of_account on sent_mail (reseller_id, sent_at);
create index sent_mail_by_state on sent_mail (reseller_id, state, sent_at);
create index sent_mail_by_address on sent_mail (reseller_id, address, sent_at);
