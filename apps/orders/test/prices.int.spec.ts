import { Client } from 'pg'
import { getTld } from '@nameyard/contracts/domains/get-tld'
import { listTlds } from '@nameyard/contracts/domains/list-tlds'
import type { InputGiven } from '@nameyard/contracts/operation'
import { listExtensionPrices } from '@nameyard/contracts/orders/list-extension-prices'
import { listPricedExtensions } from '@nameyard/contracts/orders/list-priced-extensions'
import { quotePrices } from '@nameyard/contracts/orders/quote-prices'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { startPricePlatform, type PricePlatform } from './price-platform'

let prices: PricePlatform

beforeAll(async () => {
  prices = await startPricePlatform()
})
afterAll(() => prices?.close())

describe('the built-in prices', () => {
  const operations = {
    create_price: 'create',
    renew_price: 'renew',
    transfer_price: 'transfer',
    trade_price: 'trade',
    restore_price: 'restore',
    soft_restore_price: 'soft_restore',
  } as const

  it.each(['EUR', 'USD'])('are the same in all operations, in %s', async (currency) => {
    const resellerId = prices.nextAccount()
    await prices.rpc.call(topUp, { resellerId, currency, amount: '1', key: 'x' }, prices.call())
    const query = { with_price: true, with_level_prices: true }
    const { results, total } = await prices.rpc.call(listTlds, query, prices.call(resellerId))
    expect(results.map(({ name }) => name)).toEqual([
      'be',
      'com',
      'de',
      'eu',
      'fr',
      'info',
      'launch',
      'net',
      'nl',
      'org',
      'sandbox',
      'uk',
    ])
    expect(total).toBe(12)
    for (const tld of results) {
      const one = await prices.rpc.call(
        getTld,
        { name: tld.name, with_price: true, with_level_prices: true },
        prices.call(resellerId),
      )
      expect(one).toEqual(tld)
      expect(tld.level_prices).toEqual([{ level: 0, price: tld.prices!.create_price }])
      for (const [field, operation] of Object.entries(operations) as [keyof typeof operations, 'create'][]) {
        const listed = tld.prices![field]
        expect([tld.name, field, listed !== undefined]).toEqual([
          tld.name,
          field,
          operation !== ('trade' as string) || tld.trade_available,
        ])
        if (!listed) continue
        const asked = { name: `example.${tld.name}`, extension: tld.name, operation, period: 1 }
        const { quotes } = await prices.rpc.call(quotePrices, { resellerId, purchases: [asked] }, prices.call())
        expect(quotes[0]!.price).toEqual(listed)
        // The price of leaving soft quarantine is only in the extension.
        if (operation !== ('soft_restore' as string)) {
          const { price } = await prices.priceOf(resellerId, {
            domain: { name: 'example', extension: tld.name },
            operation,
          })
          expect(price).toEqual(listed)
        }
        expect(quotes[0]!.charge).toMatchObject({ currency, amount: Math.round(listed.reseller.price * 100) })
        expect(listed.reseller.currency).toBe(currency)
      }
    }
  })

  it('include every operation that an extension offers', async () => {
    const { results } = await prices.rpc.call(listTlds, {}, prices.call(1))
    for (const { name: extension, trade_available, is_private_whois_allowed } of results) {
      const offered = ['create', 'renew', 'transfer', 'restore', 'soft_restore']
      if (trade_available) offered.push('trade')
      if (is_private_whois_allowed) offered.push('privacy')
      const purchases = [...offered, 'nothing'].map((operation) => ({
        name: `example.${extension}`,
        extension,
        operation,
        period: 1,
      }))
      const { quotes } = await prices.rpc.call(quotePrices, { resellerId: 1, purchases }, prices.call())
      const sold = offered.filter((_, index) => quotes[index])
      expect([extension, sold, quotes.at(-1)]).toEqual([extension, offered, null])
    }
  })

  it('require acceptance of an early access fee', async () => {
    const resellerId = prices.nextAccount()
    const early = { name: 'early.sandbox', extension: 'sandbox', operation: 'create', period: 1 }
    const order = (given: { acceptEarlyAccessFee?: number }) =>
      prices.rpc.call(quotePrices, { resellerId, purchases: [{ ...early, order: given }] }, prices.call())
    await expect(order({})).rejects.toMatchObject({
      refusal: 'early_access_fee_unaccepted',
      details: { domain: 'early.sandbox', price: '50.00' },
    })
    await expect(order({ acceptEarlyAccessFee: 49.99 })).rejects.toMatchObject({ refusal: 'early_access_fee_wrong' })
    expect((await order({ acceptEarlyAccessFee: 50 })).quotes[0]!.charge.amount).toBe(5200)
  })

  it('require acceptance of a premium price', async () => {
    const resellerId = prices.nextAccount()
    const domain = { name: 'premium', extension: 'com' }
    const { price, is_premium } = await prices.priceOf(resellerId, { domain })
    expect(is_premium).toBe(true)
    const order = (given: { acceptPremiumFee?: number }) =>
      prices.rpc.call(
        quotePrices,
        {
          resellerId,
          purchases: [{ name: 'premium.com', extension: 'com', operation: 'create', period: 1, order: given }],
        },
        prices.call(),
      )
    await expect(order({})).rejects.toMatchObject({
      refusal: 'premium_fee_unaccepted',
      details: { domain: 'premium.com', price: price.reseller.price.toFixed(2) },
    })
    const { quotes } = await order({ acceptPremiumFee: price.reseller.price })
    expect(quotes).toMatchObject([{ price, is_premium: true }])
  })

  it('cover the cost of the supplier even at unfavourable exchange rates', async () => {
    const worth: Record<string, number> = {
      'EUR EUR': 1,
      'USD USD': 1,
      'EUR USD': 1.2,
      'USD EUR': 0.94,
      'GBP EUR': 1.22,
      'GBP USD': 1.38,
    }
    const sql = new Client({ connectionString: prices.databaseUrl })
    await sql.connect()
    const { rows } = await sql.query<{ price: string; exchange: string; product: number; reseller: number }>(
      `select concat_ws(' ', l.name, kind, subject, operation) as price, product_currency || ' ' || l.currency as exchange,
         product_amount::integer as product, amount::integer as reseller
       from orders.price p join orders.price_list l on l.id = p.price_list_id where l.name like 'shipped-%'`,
    )
    await sql.end()
    expect(rows.length).toBeGreaterThan(200)
    const below = rows.filter(({ exchange, product, reseller }) => !(reseller >= product * worth[exchange]!))
    expect(below).toEqual([])
  })

  it('do not sell a premium name of the registry without a premium price', async () => {
    const purchase = { name: 'gold.com', extension: 'com', operation: 'create', period: 1, isRegistryPremium: true }
    const { quotes } = await prices.rpc.call(quotePrices, { resellerId: 1, purchases: [purchase] }, prices.call())
    expect(quotes).toEqual([null])
  })
})

describe('the price of a domain', () => {
  it.each([
    [{ domain: { name: 'a', extension: 'nope' } }, 'extension_invalid'],
    [{ domain: { name: 'a', extension: 'com' }, operation: 'upgrade' as const }, 'invalid_input'],
    [{ domain: { name: 'a' } }, 'extension_missing'],
    [{}, 'extension_missing'],
    [{ domain: { name: 'a b', extension: 'com' } }, 'domain_name_invalid'],
  ])('is refused for %j with %s', async (query, refusal) => {
    await expect(prices.priceOf(1, query)).rejects.toMatchObject({ refusal })
  })

  it('is found in upper case and in any script', async () => {
    const { price } = await prices.priceOf(1, { domain: { name: 'Bücher', extension: 'COM' } })
    expect(price.reseller).toEqual({ currency: 'EUR', price: 10.79 })
  })

  it('follows period, tier, promotion and early access', async () => {
    const lines = [
      'regular,com,create,,,,USD,9,10',
      'regular,com,create,3,,,USD,9,9.50',
      'regular,com,renew,,,,USD,11,12',
      'promotion,com,create,,2027-06-01,2027-07-01,USD,3,4.99',
      'early-access,net,create,,2027-06-01,2027-07-01,USD,100,150',
      'regular,net,create,,,,USD,9,10',
    ]
    const { resellerId } = await prices.accountWith(lines, { tier: 5 })
    const com = { domain: { extension: 'com' } }
    expect((await prices.priceOf(resellerId, { ...com, period: 2 })).price.reseller.price).toBe(21.5)
    prices.clock.set('2027-06-10T00:00:00Z')
    expect(await prices.priceOf(resellerId, com)).toEqual({
      price: { product: { currency: 'USD', price: 3 }, reseller: { currency: 'EUR', price: 4.99 } },
      tier_price: { product: { currency: 'USD', price: 9 }, reseller: { currency: 'EUR', price: 9.5 } },
      is_premium: false,
      is_promotion: true,
      promotion_data: { start_date: '2027-06-01 00:00:00', end_date: '2027-07-01 00:00:00' },
    })
    expect((await prices.priceOf(resellerId, { domain: { extension: 'net' } })).price.reseller.price).toBe(160)
    const order = (acceptEarlyAccessFee?: number) => ({
      name: 'a.net',
      extension: 'net',
      operation: 'create',
      period: 1,
      order: acceptEarlyAccessFee === undefined ? {} : { acceptEarlyAccessFee },
    })
    const quote = (fee?: number) => prices.rpc.call(quotePrices, { resellerId, purchases: [order(fee)] }, prices.call())
    await expect(quote()).rejects.toMatchObject({ refusal: 'early_access_fee_unaccepted' })
    await expect(quote(149.99)).rejects.toMatchObject({ refusal: 'early_access_fee_wrong' })
    expect((await quote(150)).quotes[0]!.charge.amount).toBe(16_000)
    const { results } = await prices.rpc.call(
      listExtensionPrices,
      { resellerId, extensions: ['com', 'nl'] },
      prices.call(),
    )
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({
      prices: { reseller_price: { promotion_details: { non_promo_price: { reseller: { price: 9.5 } } } } },
      levelPrices: [
        { level: 0, price: { reseller: { price: 10 } } },
        { level: 3, price: { reseller: { price: 9.5 } } },
      ],
    })
    prices.clock.set('2027-07-01T00:00:00Z')
    expect((await prices.priceOf(resellerId, com)).is_promotion).toBe(false)
  })

  it('has the decimals of its currency', async () => {
    const { resellerId } = await prices.accountWith(['regular,com,create,,,,JPY,900,1200'], { currency: 'JPY' })
    expect((await prices.priceOf(resellerId, { domain: { extension: 'com' } })).price.reseller).toEqual({
      currency: 'JPY',
      price: 1200,
    })
  })
})

describe('the list of extensions with prices', () => {
  const names = async (query: InputGiven<typeof listTlds>) => {
    const { results, total } = await prices.rpc.call(listTlds, query, prices.call(1))
    return { names: results.map(({ name }) => name), total }
  }

  it.each([
    [{ name_pattern: '*e*' }, ['be', 'de', 'eu', 'net']],
    [{ name_pattern: 'E*' }, ['eu']],
    [{ name_pattern: 'e' }, []],
    [{ extensions: ['com', '.NL', 'none'] }, ['com', 'nl']],
    [{ status: 'PRE' as const }, ['launch']],
    [{ is_new_gtld: true }, []],
    [{ with_application_mode: ['sunrise'] }, ['launch']],
  ])('is filtered by %j', async (query, expected) => {
    expect(await names(query)).toEqual({ names: expected, total: expected.length })
  })

  it('has pages and both sort directions', async () => {
    expect(await names({ limit: 2, offset: 1, order: 'desc' })).toEqual({ names: ['sandbox', 'org'], total: 12 })
    await expect(names({ order_by: 'price' })).rejects.toMatchObject({ refusal: 'invalid_input' })
  })

  it('can show only names', async () => {
    const { results } = await prices.rpc.call(listTlds, { only_names: true, extensions: ['be'] }, prices.call(1))
    expect(results).toEqual([{ name: 'be' }])
  })

  it('shows optional parts on request', async () => {
    const query = { with_description: true, with_restrictions: true, with_usage_count: true }
    expect(await prices.rpc.call(getTld, { name: '.EU', ...query }, prices.call(1))).toMatchObject({
      name: 'eu',
      description: { text: 'European Union' },
      restrictions: [expect.any(String)],
      usage_count: 0,
    })
    expect(await prices.rpc.call(getTld, { name: 'eu' }, prices.call(1))).not.toHaveProperty('prices')
    await expect(prices.rpc.call(getTld, { name: 'none' }, prices.call(1))).rejects.toMatchObject({
      refusal: 'tld_not_found',
    })
  })
})

it('quotes the prices of an earlier day', async () => {
  const { resellerId } = await prices.accountWith([
    'regular,com,create,,2027-08-01,2027-09-01,USD,1.00,5.00',
    'regular,com,create,,2027-09-01,,USD,1.00,7.00',
  ])
  prices.clock.set('2027-10-01T00:00:00Z')
  const purchases = [{ name: 'day.com', extension: 'com', operation: 'create', period: 1 }]
  const priceAt = async (at?: string) => {
    const { quotes } = await prices.rpc.call(quotePrices, { resellerId, purchases, at }, prices.call())
    return quotes[0]?.price.reseller.price
  }
  expect([await priceAt('2027-08-15T00:00:00Z'), await priceAt()]).toEqual([5, 7])
})

it('lists the extensions that have a price of a registration', async () => {
  const { resellerId } = await prices.accountWith([
    'regular,first,create,,2028-01-01,,USD,1.00,5.00',
    'regular,second,renew,,2028-01-01,,USD,1.00,5.00',
    'regular,third,create,2,2028-01-01,,USD,1.00,5.00',
    'regular,fourth,create,,2028-01-01,2028-02-01,USD,1.00,5.00',
  ])
  const list = async (of?: number) =>
    (await prices.rpc.call(listPricedExtensions, { resellerId: of }, prices.call())).extensions.toSorted()
  prices.clock.set('2028-01-15T00:00:00Z')
  expect(await list(resellerId)).toEqual(['first', 'fourth'])
  prices.clock.set('2028-03-01T00:00:00Z')
  expect(await list(resellerId)).toEqual(['first'])
  expect(await list()).toEqual(expect.arrayContaining(['com', 'first', 'third']))
  expect(await list(prices.nextAccount())).not.toContain('first')
})
