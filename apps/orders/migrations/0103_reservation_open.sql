-- Everything that is not settled yet, for the operator.
create index reservation_open on reservation (reseller_id, reserved_at) where state in ('open', 'confirmed');
