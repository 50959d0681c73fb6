-- A label that a customer was given twice it has once, where it came first; a blank one says nothing.
insert into customer_tag (customer_id, tag_id, place)
select customer.id, tag.id, min(place)
from customer, jsonb_array_elements(customer.tags) with ordinality as given (label, place), tag
where deleted_at is null and tags <> '[]'
  and tag.reseller_id = customer.reseller_id and md5(tag.value) = md5(label ->> 'value')
group by customer.id, tag.id;
