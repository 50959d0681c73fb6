-- Those that customers were given since the list was made.
insert into tag (reseller_id, value)
select distinct reseller_id, given ->> 'value' from customer, jsonb_array_elements(tags) as given
where deleted_at is null and tags <> '[]' and trim(given ->> 'value') <> ''
on conflict do nothing;
