-- The part of the report address of a name before the `@`: as labelOf in src/email-dmarc/model/dmarc-names.ts.
create function report_label(name text) returns text language sql immutable strict parallel safe
begin atomic
  select case when length(name) <= 63 then replace(name, '.', '_')
    else left(replace(name, '.', '_'), 46) || '_' || left(encode(sha256(name::bytea), 'hex'), 16) end;
end;
