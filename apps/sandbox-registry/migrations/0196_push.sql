-- A sponsor may push a domain to another registrar instead of answering a request.
alter table profile
  drop constraint profile_transfer_check,
  add constraint profile_transfer_check check (transfer in ('pending', 'instant', 'push')) not valid,
  add constraint profile_host_check_check check (host_check in ('none', 'resolves', 'answers')) not valid;
