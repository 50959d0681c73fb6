import { randomUUID } from 'node:crypto'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { getTld } from '@nameyard/contracts/domains/get-tld'
import { listTlds } from '@nameyard/contracts/domains/list-tlds'
import type { Call, InputGiven } from '@nameyard/contracts/operation'
import { getDomainPrice } from '@nameyard/contracts/orders/get-domain-price'
import { importPrices } from '@nameyard/contracts/orders/import-prices'
import { listExtensionPrices } from '@nameyard/contracts/orders/list-extension-prices'
import { quotePrices } from '@nameyard/contracts/orders/quote-prices'
import { setPricingTerms } from '@nameyard/contracts/orders/set-pricing-terms'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { service as domains } from '@nameyard/domains/service'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Rpc } from '@nameyard/messaging/rpc'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { Client } from 'pg'
import { service as orders } from '../src/service'

const clock = new SettableClock()
const log = createLog('test', 'silent')

let database: TestDatabase
let broker: TestBroker
let running: Running[] = []
let rpc: Rpc
let stop: () => Promise<void>

@Module({})
class Caller {}

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(orders, domains), testBroker()])
  const settings = { DATABASE_URL: database.url, AMQP_URL: broker.url }
  running = [
    await orders.start(loadConfig(orders.config, settings), { clock, log }),
    await domains.start(loadConfig(domains.config, settings), { clock, log }),
  ]
  const caller = await NestFactory.createApplicationContext(
    {
      module: Caller,
      imports: [MessagingModule.forService({ service: 'gateway', url: broker.url, now: () => clock.epochMs() })],
    },
    { logger: false },
  )
  rpc = caller.get(Rpc)
  stop = () => caller.close()
})

afterAll(async () => {
  await stop?.()
  for (const each of running) await each.close()
  await Promise.all([database?.drop(), broker?.drop()])
})

let accounts = 0

const call = (resellerId?: number): Call => ({
  correlationId: '00000000-0000-4000-8000-000000000001',
  deadline: clock.epochMs() + 20_000,
  ...(resellerId !== undefined && {
    actor: { resellerId, contactId: 1, username: 'user', scope: ['read', 'write', 'purchase'] as const },
  }),
})

const head = 'kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price\n'

/** Takes a file over, after looking at it. */
async function take(list: string, lines: readonly string[], currency?: string) {
  const file = { list, csv: head + lines.join('\n'), ...(currency !== undefined && { currency }) }
  const { fingerprint } = await rpc.call(importPrices, file, call())
  return rpc.call(importPrices, { ...file, apply: fingerprint }, call())
}

/** An account on a list of its own, a copy of nothing. */
async function accountWith(lines: readonly string[], { tier = 0, currency = 'EUR' } = {}) {
  const resellerId = ++accounts
  const list = `list ${resellerId}`
  await take(list, lines, currency)
  await rpc.call(setPricingTerms, { resellerId, list, tier }, call())
  return { resellerId, list }
}

const priceOf = (resellerId: number, query: InputGiven<typeof getDomainPrice>) =>
  rpc.call(getDomainPrice, query, call(resellerId))

describe('the shipped prices', () => {
  const operations = {
    create_price: 'create',
    renew_price: 'renew',
    transfer_price: 'transfer',
    trade_price: 'trade',
    restore_price: 'restore',
    soft_restore_price: 'soft_restore',
  } as const

  it.each(['EUR', 'USD'])('agree wherever they are read, in %s', async (currency) => {
    const resellerId = ++accounts
    await rpc.call(topUp, { resellerId, currency, amount: '1', key: 'x' }, call())
    const query = { with_price: true, with_level_prices: true }
    const { results, total } = await rpc.call(listTlds, query, call(resellerId))
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
      const one = await rpc.call(
        getTld,
        { name: tld.name, with_price: true, with_level_prices: true },
        call(resellerId),
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
        const { quotes } = await rpc.call(quotePrices, { resellerId, purchases: [asked] }, call())
        expect(quotes[0]!.price).toEqual(listed)
        // Nobody can ask for the price of leaving soft quarantine; the extension tells it.
        if (operation !== ('soft_restore' as string)) {
          const { price } = await priceOf(resellerId, { domain: { name: 'example', extension: tld.name }, operation })
          expect(price).toEqual(listed)
        }
        expect(quotes[0]!.charge).toMatchObject({ currency, amount: Math.round(listed.reseller.price * 100) })
        expect(listed.reseller.currency).toBe(currency)
      }
    }
  })

  it('are there for whatever an extension offers', async () => {
    const { results } = await rpc.call(listTlds, {}, call(1))
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
      const { quotes } = await rpc.call(quotePrices, { resellerId: 1, purchases }, call())
      const sold = offered.filter((_, index) => quotes[index])
      expect([extension, sold, quotes.at(-1)]).toEqual([extension, offered, null])
    }
  })

  it('ask for agreement to the fee of an early access phase', async () => {
    const resellerId = ++accounts
    const early = { name: 'early.sandbox', extension: 'sandbox', operation: 'create', period: 1 }
    const order = (given: { acceptEarlyAccessFee?: number }) =>
      rpc.call(quotePrices, { resellerId, purchases: [{ ...early, order: given }] }, call())
    await expect(order({})).rejects.toMatchObject({
      refusal: 'early_access_fee_unaccepted',
      details: { domain: 'early.sandbox', price: '50.00' },
    })
    await expect(order({ acceptEarlyAccessFee: 49.99 })).rejects.toMatchObject({ refusal: 'early_access_fee_wrong' })
    expect((await order({ acceptEarlyAccessFee: 50 })).quotes[0]!.charge.amount).toBe(5200)
  })

  it('ask for agreement to the price of a premium name', async () => {
    const resellerId = ++accounts
    const domain = { name: 'premium', extension: 'com' }
    const { price, is_premium } = await priceOf(resellerId, { domain })
    expect(is_premium).toBe(true)
    const order = (given: { acceptPremiumFee?: number }) =>
      rpc.call(
        quotePrices,
        {
          resellerId,
          purchases: [{ name: 'premium.com', extension: 'com', operation: 'create', period: 1, order: given }],
        },
        call(),
      )
    await expect(order({})).rejects.toMatchObject({
      refusal: 'premium_fee_unaccepted',
      details: { domain: 'premium.com', price: price.reseller.price.toFixed(2) },
    })
    const { quotes } = await order({ acceptPremiumFee: price.reseller.price })
    expect(quotes).toMatchObject([{ price, is_premium: true }])
  })

  it('are not below what the supplier takes, at exchange rates that are against them', async () => {
    const worth: Record<string, number> = {
      'EUR EUR': 1,
      'USD USD': 1,
      'EUR USD': 1.2,
      'USD EUR': 0.94,
      'GBP EUR': 1.22,
      'GBP USD': 1.38,
    }
    const sql = new Client({ connectionString: database.url })
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

  it('sell no name that only the registry calls premium', async () => {
    const purchase = { name: 'gold.com', extension: 'com', operation: 'create', period: 1, isRegistryPremium: true }
    const { quotes } = await rpc.call(quotePrices, { resellerId: 1, purchases: [purchase] }, call())
    expect(quotes).toEqual([null])
  })
})

describe('a price', () => {
  it.each([
    [{ domain: { name: 'a', extension: 'nope' } }, 'extension_invalid'],
    [{ domain: { name: 'a', extension: 'com' }, operation: 'upgrade' as const }, 'invalid_input'],
    [{ domain: { name: 'a' } }, 'invalid_input'],
    [{}, 'invalid_input'],
    [{ domain: { name: 'a b', extension: 'com' } }, 'domain_name_invalid'],
  ])('of %j is refused as %s', async (query, refusal) => {
    await expect(priceOf(1, query)).rejects.toMatchObject({ refusal })
  })

  it('is asked for in capitals and in letters of any script', async () => {
    const { price } = await priceOf(1, { domain: { name: 'Bücher', extension: 'COM' } })
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
    const { resellerId } = await accountWith(lines, { tier: 5 })
    const com = { domain: { extension: 'com' } }
    expect((await priceOf(resellerId, { ...com, period: 2 })).price.reseller.price).toBe(21.5)
    clock.set('2027-06-10T00:00:00Z')
    expect(await priceOf(resellerId, com)).toEqual({
      price: { product: { currency: 'USD', price: 3 }, reseller: { currency: 'EUR', price: 4.99 } },
      tier_price: { product: { currency: 'USD', price: 9 }, reseller: { currency: 'EUR', price: 9.5 } },
      is_premium: false,
      is_promotion: true,
      promotion_data: { start_date: '2027-06-01 00:00:00', end_date: '2027-07-01 00:00:00' },
    })
    expect((await priceOf(resellerId, { domain: { extension: 'net' } })).price.reseller.price).toBe(160)
    const order = (acceptEarlyAccessFee?: number) => ({
      name: 'a.net',
      extension: 'net',
      operation: 'create',
      period: 1,
      order: acceptEarlyAccessFee === undefined ? {} : { acceptEarlyAccessFee },
    })
    const quote = (fee?: number) => rpc.call(quotePrices, { resellerId, purchases: [order(fee)] }, call())
    await expect(quote()).rejects.toMatchObject({ refusal: 'early_access_fee_unaccepted' })
    await expect(quote(149.99)).rejects.toMatchObject({ refusal: 'early_access_fee_wrong' })
    expect((await quote(150)).quotes[0]!.charge.amount).toBe(16_000)
    const { results } = await rpc.call(listExtensionPrices, { resellerId, extensions: ['com', 'nl'] }, call())
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({
      prices: { reseller_price: { promotion_details: { non_promo_price: { reseller: { price: 9.5 } } } } },
      levelPrices: [
        { level: 0, price: { reseller: { price: 10 } } },
        { level: 3, price: { reseller: { price: 9.5 } } },
      ],
    })
    clock.set('2027-07-01T00:00:00Z')
    expect((await priceOf(resellerId, com)).is_promotion).toBe(false)
  })

  it('has the decimals of its currency', async () => {
    const { resellerId } = await accountWith(['regular,com,create,,,,JPY,900,1200'], { currency: 'JPY' })
    expect((await priceOf(resellerId, { domain: { extension: 'com' } })).price.reseller).toEqual({
      currency: 'JPY',
      price: 1200,
    })
  })
})

describe('an import', () => {
  const line = (price: string) => `regular,com,create,,,,USD,9,${price}`

  it('shows first and changes nothing, then changes what it showed', async () => {
    const { resellerId, list } = await accountWith([line('10')])
    clock.advance(1000)
    const csv = `${head}${line('11')}\nregular,net,create,,,,USD,9,10\n`
    const shown = await rpc.call(importPrices, { list, csv }, call())
    expect(shown).toMatchObject({ isApplied: false, added: 1, changed: 1, unchanged: 0 })
    expect(shown.changes).toContainEqual({
      price: 'regular com create',
      startsAt: clock.now().toISOString(),
      before: '10.00 EUR (product 9.00 USD)',
      after: '11.00 EUR (product 9.00 USD)',
      cost: 'not comparable',
    })
    const com = { domain: { extension: 'com' } }
    expect((await priceOf(resellerId, com)).price.reseller.price).toBe(10)
    clock.advance(1000)
    await rpc.call(importPrices, { list, csv, apply: shown.fingerprint }, call())
    expect((await priceOf(resellerId, com)).price.reseller.price).toBe(11)
    expect(await rpc.call(importPrices, { list, csv }, call())).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
  })

  it('is refused when the prices changed since it was shown', async () => {
    const { list } = await accountWith([line('10')])
    clock.advance(1000)
    const csv = `${head}${line('11')}`
    const shown = await rpc.call(importPrices, { list, csv }, call())
    await take(list, [line('10.50')])
    const applied = rpc.call(importPrices, { list, csv, apply: shown.fingerprint }, call())
    await expect(applied).rejects.toMatchObject({ refusal: 'prices_changed' })
  })

  it('names every line at fault and takes over none', async () => {
    const csv = `${head}${line('10')}\nregular,com,buy,,,,USD,9,1\nregular,com,renew,,,,USD,9,1.005`
    const imported = rpc.call(importPrices, { list: randomUUID(), currency: 'EUR', csv }, call())
    await expect(imported).rejects.toMatchObject({
      refusal: 'invalid_input',
      faults: [expect.objectContaining({ path: 'csv.3' }), expect.objectContaining({ path: 'csv.4' })],
    })
  })

  it('marks what is below cost, says what is not comparable, and sells below cost only when that is agreed to', async () => {
    const list = randomUUID()
    const csv = `${head}${[
      'regular,nl,create,,,,EUR,4.09,4.09',
      'regular,nl,renew,,,,EUR,4.09,4.08',
      'regular,nl,transfer,,,,USD,0,0',
      'promotion,nl,create,,2031-01-01,2031-02-01,EUR,4.09,0.99',
      'regular,nl,trade,,,,EUR,4.09,',
      line('1'),
    ].join('\n')}`
    const file = { list, currency: 'EUR', csv }
    const shown = await rpc.call(importPrices, file, call())
    expect(shown).toMatchObject({ isApplied: false, added: 6, belowCost: 2, notComparable: 1 })
    expect(shown.changes.map(({ price, cost }) => `${price}: ${cost}`)).toEqual([
      'regular nl renew: below',
      'promotion nl create: below',
      'regular nl create: covered',
      'regular nl transfer: covered',
      'regular nl trade: undefined',
      'regular com create: not comparable',
    ])
    const applied = { ...file, apply: shown.fingerprint }
    await expect(rpc.call(importPrices, applied, call())).rejects.toMatchObject({
      refusal: 'prices_below_cost',
      details: { count: 2, price: 'regular nl renew' },
    })
    expect(await rpc.call(importPrices, file, call())).toMatchObject({ added: 6 })
    expect(await rpc.call(importPrices, { ...applied, allowBelowCost: true }, call())).toMatchObject({
      isApplied: true,
    })
    expect(await rpc.call(importPrices, file, call())).toMatchObject({ added: 0, belowCost: 0, notComparable: 0 })
  })

  it('ends a sale by an empty price', async () => {
    const { resellerId, list } = await accountWith([line('10'), 'regular,com,renew,,,,USD,9,10'])
    clock.advance(1000)
    await take(list, [line('')])
    const created = priceOf(resellerId, { domain: { extension: 'com' } })
    await expect(created).rejects.toMatchObject({ refusal: 'invalid_input' })
  })

  it('needs a list', async () => {
    const imported = rpc.call(importPrices, { list: 'none', csv: head }, call())
    await expect(imported).rejects.toMatchObject({ refusal: 'price_list_not_found' })
    const terms = rpc.call(setPricingTerms, { resellerId: 1, list: 'none', tier: 0 }, call())
    await expect(terms).rejects.toMatchObject({ refusal: 'price_list_not_found' })
  })

  it('keeps an account on lists in its own currency', async () => {
    const { resellerId, list } = await accountWith([line('10')])
    const dollars = { resellerId, currency: 'USD', amount: '1', key: 'x' }
    await expect(rpc.call(topUp, dollars, call())).rejects.toMatchObject({ refusal: 'currency_unsupported' })
    await rpc.call(topUp, { ...dollars, currency: 'EUR' }, call())
    const other = rpc.call(setPricingTerms, { resellerId, list: 'shipped-usd', tier: 0 }, call())
    await expect(other).rejects.toMatchObject({ refusal: 'currency_differs' })
    await rpc.call(setPricingTerms, { resellerId, list, tier: 1 }, call())
  })
})

describe('the list of extensions', () => {
  const names = async (query: InputGiven<typeof listTlds>) => {
    const { results, total } = await rpc.call(listTlds, query, call(1))
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
  ])('filtered by %j', async (query, expected) => {
    expect(await names(query)).toEqual({ names: expected, total: expected.length })
  })

  it('is cut into pages and turned round', async () => {
    expect(await names({ limit: 2, offset: 1, order: 'desc' })).toEqual({ names: ['sandbox', 'org'], total: 12 })
    await expect(names({ order_by: 'price' })).rejects.toMatchObject({ refusal: 'invalid_input' })
  })

  it('shows names alone', async () => {
    const { results } = await rpc.call(listTlds, { only_names: true, extensions: ['be'] }, call(1))
    expect(results).toEqual([{ name: 'be' }])
  })

  it('shows parts on request', async () => {
    const query = { with_description: true, with_restrictions: true, with_usage_count: true }
    expect(await rpc.call(getTld, { name: '.EU', ...query }, call(1))).toMatchObject({
      name: 'eu',
      description: { text: 'European Union' },
      restrictions: [expect.any(String)],
      usage_count: 0,
    })
    expect(await rpc.call(getTld, { name: 'eu' }, call(1))).not.toHaveProperty('prices')
    await expect(rpc.call(getTld, { name: 'none' }, call(1))).rejects.toMatchObject({ refusal: 'tld_not_found' })
  })
})
