-- Premium here and ordinary at the registry: gold.<extension> of the sandbox registry can be ordered by whoever accepts its
-- price.
insert into price (price_list_id, kind, subject, operation, tier, starts_at, product_currency, product_amount, amount)
select p.price_list_id, 'premium', 'gold.' || e.name, p.operation, 0, p.starts_at, p.product_currency, p.product_amount,
  p.amount
from price p join price_list l on l.id = p.price_list_id
  cross join (values ('sandbox'), ('thin'), ('strict'), ('async')) as e (name)
where l.name in ('shipped-eur', 'shipped-usd') and p.subject = 'premium.sandbox';
