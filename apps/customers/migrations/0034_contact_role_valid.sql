alter table contact validate constraint contact_role;
