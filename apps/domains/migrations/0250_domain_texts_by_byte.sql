-- Names are letters, digits, hyphens and dots: by byte they sort alike on every cluster, and are found by their beginning.
alter table domain
  alter column name type text collate "C",
  alter column label type text collate "C",
  alter column extension type text collate "C";
