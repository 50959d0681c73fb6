-- What a key is limited to. Null: no such limit.
-- domains and zones: names, lower case with A-labels; both are set, one maybe empty, when the key is limited to objects.
-- record_names: owner names relative to the zone; '@' is its apex and '*' stands for any characters.
-- record_types: mnemonics such as TXT.
-- spend_per_day, spend_per_month: what orders of the key may cost in a period in UTC, in the currency of the account.
alter table api_key
  add column domains text[],
  add column zones text[],
  add column record_names text[],
  add column record_types text[],
  add column spend_per_day numeric(21, 6),
  add column spend_per_month numeric(21, 6);
