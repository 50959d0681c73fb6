create unique index one_default_price_list_per_currency on price_list (currency) where is_default;
