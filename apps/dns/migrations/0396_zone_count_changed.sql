-- Counts a zone no more when it is deleted. Neither its account nor its type ever changes.
create function count_changed_zone() returns trigger language plpgsql set search_path from current as $$
declare change integer := case when new.deleted_at is null then 1 else -1 end;
begin
  update zone_count
  set masters = masters + change * (new.type = 'master')::integer, slaves = slaves + change * (new.type = 'slave')::integer
  where reseller_id = new.reseller_id;
  return null;
end $$;
create trigger zone_count_changed after update on zone for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_changed_zone();
