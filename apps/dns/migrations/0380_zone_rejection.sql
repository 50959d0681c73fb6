-- What the name servers say of a version that they do not take; null while they have not refused one.
alter table zone add column rejection text;
