-- Until when the data of a deleted customer stay, because it was the registrant of a domain; null when no duty keeps them.
alter table customer add column kept_until timestamptz;
