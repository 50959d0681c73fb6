-- The sandbox registry keeps these extensions in dollars, and is promised the fee of a premium name in its own currency.
update price set product_currency = 'USD'
where kind = 'premium' and product_currency = 'EUR'
  and split_part(subject, '.', 2) in ('sandbox', 'thin', 'strict', 'async');
