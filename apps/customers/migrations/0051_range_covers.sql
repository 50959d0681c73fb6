-- Whether any of the ranges covers the address; each of them is readable as inet.
create function ranges_cover(ranges text[], address inet) returns boolean language sql immutable parallel safe
begin atomic
  select exists (select from unnest(ranges) as range (given) where address <<= unmapped_range(given::inet));
end;
