/** Accounts with many customers, created in SQL: a few names and addresses are frequent, most are rare. */

const columns = [
  'reseller_id, handle, username, first_name, prefix, initials, last_name, company_name, email, street, house_number',
  'house_suffix, zipcode, city, state, country, phone_country_code, phone_area_code, phone_subscriber_number',
  'fax_country_code, fax_area_code, fax_subscriber_number, vat, locale, comments, additional_data',
  'extension_additional_data, created_at, updated_at, first_name_folded, last_name_folded, company_name_folded',
  'email_folded, comments_folded, prefix_folded, initials_folded',
].join(', ')

/** First names by frequency; the first is by far the most frequent. */
const firstNames =
  'Anna Bert Carla Dirk Eva Frank Greta Hugo Ida Jan Kim Lars Mia Noah Olga Paul Quinn Rosa Sven Tess'.split(' ')

const insert = `
insert into customer (${columns})
select $1, chr(65 + n % 26) || chr(65 + n / 26 % 26) || nextval('customer_handle_number') || '-' || country, '',
  first, '', '', last, company, email, 'Main Street', n::text, '', '1000 AA', 'Amsterdam', '', country, '+31', '20',
  '1234567', '', '', '', '', 'en_GB', comments, '{}', '[]', now(), now(),
  lower(first), lower(last), lower(company), lower(email), lower(comments), '', ''
from (
  select n, first, last,
    (array['NL', 'DE', 'BE', 'FR', 'GB', 'US'])[1 + n % 6] as country,
    case when n % 10 < 3
      then initcap(word) || ' ' || (array['Works', 'Trading', 'Media', 'Holding', 'Labs'])[1 + n / 7 % 5] || ' ' || n % 997
      else '' end as company,
    lower(first) || '.' || lower(last) || n || '@' || case
      when n % 10 < 4 then 'example.com'
      when n % 10 < 6 then 'mail.example.org'
      else 'host' || n % 20000 || '.example' end as email,
    case when n % 2 = 0 then 'Imported from list ' || n % 300 || ' by ' || first else '' end as comments
  from (
    select n,
      ($3::text[])[1 + floor(power((n % 1000 * 919 % 1000) / 1000.0, 2) * 20)::integer]
        || case when n % 3 = 0 then '' else '-' || initcap(substr(md5(n::text), 1, 3)) end as first,
      initcap(translate(substr(md5((n::bigint * 7 % 60000)::text), 1, 7), '0123456789', 'aeiourstln')) as last,
      translate(substr(md5(n % 40000 || 'x'), 1, 6), '0123456789', 'aeiourstln') as word
    from generate_series(1, $2::integer) n) person) customer`

/** Fills an account with `customers` customers and nine others with a hundredth of it. Returns its id. */
export async function fillAccounts(client, customers) {
  const { rows } = await client.query(
    `insert into reseller (company_name, currency, created_at)
     select 'Bench ' || n, 'EUR', now() from generate_series(1, 10) n returning id`,
  )
  const [first, ...others] = rows.map(({ id }) => id)
  const hundredth = Math.ceil(customers / 100)
  await fillCustomers(client, [[first, customers], ...others.map((other) => [other, hundredth])])
  return first
}

/** Creates customers of accounts: pairs of the id of an account and a number of customers. */
export async function fillCustomers(client, wanted) {
  // Creating an index after the table is filled is many times faster.
  const { rows: trigrams } = await client.query(`select indexdef from pg_indexes where indexname = 'customer_trigrams'`)
  await client.query('drop index customer_trigrams')
  for (const [account, customers] of wanted) await client.query(insert, [account, customers, firstNames])
  await client.query(`set maintenance_work_mem = '256MB'`)
  await client.query(trigrams[0].indexdef)
  await client.query('vacuum analyze customer')
}

/** The handles of at most 20,000 customers of an account, from all of them. */
export async function someHandles(client, account) {
  const { rows } = await client.query(
    `select handle from (select handle, row_number() over (order by id) as place, count(*) over () as of
       from customer where reseller_id = $1) own
     where place % greatest(1, of / 20000) = 0 limit 20000`,
    [account],
  )
  return rows.map(({ handle }) => handle)
}
