-- The operation of the same domain that was submitted before and had not ended: it may arrive after this one.
alter table operation add column after uuid;
