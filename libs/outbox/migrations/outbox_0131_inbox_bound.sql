-- The rows that inbox has become the first partition, which ends with the next month. Identifiers begin with their time in
-- milliseconds (UUID version 7), so the bound is the smallest one of the month after that. A constant would pass one day.
do $$
declare
  bound uuid = rpad(lpad(to_hex((extract(epoch from
    date_trunc('month', now() at time zone 'UTC') + interval '2 months') * 1000)::bigint), 12, '0'), 32, '0')::uuid;
begin
  execute format('alter table inbox add constraint inbox_first_bound check (message_id < %L) not valid', bound);
end $$;
