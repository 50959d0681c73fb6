-- A year of e-mail DMARC. Its subject is no extension: no top-level domain has a hyphen there (RFC 5891 section 4.2.3.1).
insert into price (price_list_id, kind, subject, operation, tier, starts_at, product_currency, product_amount, amount)
select l.id, 'regular', 'email-dmarc', p.operation, 0, '2020-01-01T00:00:00Z', l.currency, 0, 1200
from price_list l cross join (values ('create'), ('renew')) as p (operation)
where l.name in ('shipped-eur', 'shipped-usd');
