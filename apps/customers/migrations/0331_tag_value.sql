-- A label once in each account; by its digest, for a label may be longer than an entry of an index.
create unique index tag_value on tag (reseller_id, md5(value));
