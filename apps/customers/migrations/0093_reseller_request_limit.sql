-- What an account may ask for where the operator gave it a limit of its own; null is what all have.
alter table reseller
  add column requests_per_second double precision,
  add column requests_burst integer,
  add constraint reseller_request_limit check (requests_per_second > 0 and requests_burst > 0),
  add constraint reseller_request_limit_whole check ((requests_per_second is null) = (requests_burst is null));
