-- What certificates cost to begin with. Their own CA costs the platform nothing.
insert into price (price_list_id, kind, subject, operation, tier, starts_at, product_currency, product_amount, amount)
select l.id, 'regular', p.subject, p.operation, 0, '2020-01-01T00:00:00Z', 'EUR', 0,
  case l.currency when 'EUR' then p.eur else p.usd end
from price_list l cross join (values
  ('certificate-5', 'create', 900, 990),
  ('certificate-5', 'renew', 900, 990),
  ('certificate-6', 'create', 5900, 6490),
  ('certificate-6', 'renew', 5900, 6490),
  ('certificate-101', 'create', 2900, 3190),
  ('certificate-101', 'renew', 2900, 3190),
  ('certificate-101', 'extra_domain', 700, 770),
  ('certificate-101', 'extra_wildcard_domain', 4900, 5390)
) as p (subject, operation, eur, usd)
where l.name in ('shipped-eur', 'shipped-usd');
