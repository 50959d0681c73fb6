-- A contact may have the role readonly: it sees, and changes nothing.
alter table contact
  drop constraint contact_role,
  add constraint contact_role check (role in ('admin', 'tech', 'billing', 'readonly')) not valid;
