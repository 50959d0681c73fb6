-- Which calls of a key a person must approve: 'purchases' or 'purchases-and-destructive'. Null: none.
alter table api_key add column approval text;
