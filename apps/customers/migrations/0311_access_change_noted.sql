-- What the statement reads that checks tokens and keys. A new token, key or person changes no answer of before; uses and
-- logins are no changes, and gateways know when a token ends.
create trigger token_access_change
  after delete or update of hash, contact_id, scope, bound_to, expires_at
  on token for each row when (old.expires_at > now()) execute function note_access_change();
create trigger api_key_access_change
  after delete or update of hash, contact_id, scope, allowed_from, expires_at, unused_days, domains, zones, record_names,
    record_types, spend_per_day, spend_per_month
  on api_key for each row execute function note_access_change();
create trigger contact_access_change
  after delete or update of reseller_id, username, role, api_access_enabled, is_active, deleted_at, api_allowed_from,
    api_denied_from
  on contact for each row execute function note_access_change();
create trigger reseller_access_change
  after update of requests_per_second, requests_burst, enforces_roles
  on reseller for each row execute function note_access_change();
