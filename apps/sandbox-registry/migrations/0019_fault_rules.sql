alter table fault
  -- any command, and any registrar, when null
  alter column command drop not null,
  add column registrar text,
  drop constraint fault_kind_check,
  add constraint fault_kind_check check (kind in (
    'drop-response', 'drop-request', 'delay', 'partial', 'close-before-answer', 'garbage', 'wrong-trid', 'out-of-order',
    'inject-code', 'end-session', 'ignore-sec-dns', 'suppress-poll'));
