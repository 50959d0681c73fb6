-- Handles are A-Z, digits and a dash: sorted by byte they are found by their beginning too.
alter table customer alter column handle type text collate "C";
