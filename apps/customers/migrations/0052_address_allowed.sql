-- Whether somebody may come from the address: a deny-list wins, an empty allow-list allows all.
create function address_allowed(address inet, allowed text[], denied text[]) returns boolean
  language sql immutable parallel safe
begin atomic
  select (cardinality(allowed) = 0 or ranges_cover(allowed, address)) and not ranges_cover(denied, address);
end;
