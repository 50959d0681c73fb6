-- no transaction
-- The dialect that was called `rfc` is called `plain`.
do $$
begin
  update extension set record = jsonb_set(record::jsonb, '{registry,dialect}', '"plain"')::json
  where record -> 'registry' ->> 'dialect' = 'rfc';
  commit;
end $$;
