-- A new fault: an error response that does not echo the clTRID, like that of a server that could not read the command.
alter table fault
  drop constraint fault_kind_check,
  add constraint fault_kind_check check (kind in (
    'drop-response', 'drop-request', 'delay', 'partial', 'close-before-answer', 'garbage', 'wrong-trid', 'out-of-order',
    'inject-code', 'inject-code-without-trid', 'end-session', 'ignore-sec-dns', 'suppress-poll')) not valid,
  drop constraint fault_check,
  add constraint fault_check check ((kind in ('inject-code', 'inject-code-without-trid')) = (code is not null)) not valid;
