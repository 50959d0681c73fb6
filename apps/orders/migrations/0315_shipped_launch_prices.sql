-- The extension that the sandbox registry launches costs what .sandbox costs; it has no trade.
insert into price (price_list_id, kind, subject, operation, tier, starts_at, product_currency, product_amount, amount)
select p.price_list_id, p.kind, 'launch', p.operation, p.tier, p.starts_at, p.product_currency, p.product_amount, p.amount
from price p join price_list l on l.id = p.price_list_id
where l.name in ('shipped-eur', 'shipped-usd') and p.subject = 'sandbox' and p.operation <> 'trade';
