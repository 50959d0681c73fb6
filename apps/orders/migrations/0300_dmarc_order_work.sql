-- What is to be done about an order, and what was done last.
alter table dmarc_order
  -- the reservation that is open for it; null when nothing is set aside
  add column charge_id uuid,
  -- when something is to be done next; null when nothing is
  add column due_at timestamptz,
  -- until when a process has it to itself, by the machine's time
  add column claimed_until timestamptz,
  -- attempts since the last one that got somewhere
  add column attempts integer not null default 0,
  -- when the proof is not waited for any longer
  add column gives_up_at timestamptz,
  -- how often it was ordered, for the first time and after it failed
  add column round integer not null default 1,
  add column recent_action text not null default '',
  add column recent_message text not null default '';

-- Orders from before: their proof is looked for as that of every other.
update dmarc_order set due_at = ordered_at, gives_up_at = now() + interval '7 days' where status = 'REQ';
