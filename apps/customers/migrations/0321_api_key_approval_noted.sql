-- A changed approval is a change of what gateways know about a key.
create or replace trigger api_key_access_change
  after delete or update of hash, contact_id, scope, allowed_from, expires_at, unused_days, domains, zones, record_names,
    record_types, spend_per_day, spend_per_month, approval
  on api_key for each row execute function note_access_change();
