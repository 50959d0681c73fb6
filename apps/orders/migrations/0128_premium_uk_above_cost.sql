-- 100.00 pounds are more than 130.00 dollars on many days.
update price p set amount = case l.currency when 'EUR' then 12500 else 14000 end
from price_list l
where l.id = p.price_list_id and l.name in ('shipped-eur', 'shipped-usd') and p.kind = 'premium'
  and p.subject = 'premium.uk' and p.product_currency = 'GBP';
