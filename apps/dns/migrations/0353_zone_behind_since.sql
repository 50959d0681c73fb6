-- Since when a publisher knows of changes that name servers do not answer; null while there are none.
alter table zone add column behind_since timestamptz;
