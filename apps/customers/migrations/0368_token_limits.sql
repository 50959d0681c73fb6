-- What an assistant may do without a person, and what its orders may cost.
alter table token
  -- number of the assistant's access, of the same sequence as the numbers of API keys; null: the token of a login
  add column assistant_id integer,
  -- which calls a person must approve: 'purchases' or 'purchases-and-destructive'; null: none
  add column approval text,
  -- in the currency of the account; null: no limit
  add column spend_per_day numeric(21, 6),
  add column spend_per_month numeric(21, 6);
-- A changed limit is a change of what gateways know.
create or replace trigger token_access_change
  after delete or update of hash, contact_id, scope, bound_to, expires_at, access_hash, access_ends_at, profile,
    assistant_id, approval, spend_per_day, spend_per_month
  on token for each row when (old.expires_at > now()) execute function note_access_change();
