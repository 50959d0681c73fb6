-- The other extensions that the sandbox registry plays cost what .sandbox costs. Under each of them early.<extension> is
-- in an early access phase that does not end.
insert into price (price_list_id, kind, subject, operation, tier, starts_at, product_currency, product_amount, amount)
select p.price_list_id, p.kind, case p.kind when 'premium' then 'premium.' || e.name else e.name end, p.operation, p.tier,
  p.starts_at, p.product_currency, p.product_amount, p.amount
from price p join price_list l on l.id = p.price_list_id cross join (values ('thin'), ('strict'), ('async')) as e (name)
where l.name in ('shipped-eur', 'shipped-usd') and p.subject in ('sandbox', 'premium.sandbox');

insert into price (price_list_id, kind, subject, operation, tier, starts_at, ends_at, product_currency, product_amount,
  amount)
select l.id, 'early-access', 'early.' || e.name, 'create', 0, '2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z', 'EUR', 4000,
  case l.currency when 'EUR' then 5000 else 5500 end
from price_list l cross join (values ('sandbox'), ('thin'), ('strict'), ('async')) as e (name)
where l.name in ('shipped-eur', 'shipped-usd');
