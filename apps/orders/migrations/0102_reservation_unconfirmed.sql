-- The sweep looks for the oldest that nobody confirmed.
create index reservation_unconfirmed on reservation (reserved_at) where state = 'open';
