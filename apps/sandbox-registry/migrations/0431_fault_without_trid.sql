-- A refusal that does not echo the clTRID, as of a server that could not read the command.
alter table fault
  drop constraint fault_kind_check,
  add constraint fault_kind_check check (kind in (
    'drop-response', 'drop-request', 'delay', 'partial', 'close-before-answer', 'garbage', 'wrong-trid', 'out-of-order',
    'inject-code', 'inject-code-without-trid', 'end-session', 'ignore-sec-dns', 'suppress-poll')),
  drop constraint fault_check,
  add constraint fault_check check ((kind in ('inject-code', 'inject-code-without-trid')) = (code is not null));
