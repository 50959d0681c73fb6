import { randomUUID } from 'node:crypto'
import { importPrices } from '@nameyard/contracts/orders/import-prices'
import { setPricingTerms } from '@nameyard/contracts/orders/set-pricing-terms'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { priceHead, startPricePlatform, type PricePlatform } from './price-platform'

let prices: PricePlatform

beforeAll(async () => {
  prices = await startPricePlatform()
})
afterAll(() => prices?.close())

describe('an import of prices', () => {
  const line = (price: string) => `regular,com,create,,,,USD,9,${price}`

  it('compares without a change first, then applies exactly the compared changes', async () => {
    const { resellerId, list } = await prices.accountWith([line('10')])
    prices.clock.advance(1000)
    const csv = `${priceHead}${line('11')}\nregular,net,create,,,,USD,9,10\n`
    const shown = await prices.rpc.call(importPrices, { list, csv }, prices.call())
    expect(shown).toMatchObject({ isApplied: false, added: 1, changed: 1, unchanged: 0 })
    expect(shown.changes).toContainEqual({
      price: 'regular com create',
      startsAt: prices.clock.now().toISOString(),
      before: '10.00 EUR (product 9.00 USD)',
      after: '11.00 EUR (product 9.00 USD)',
      cost: 'not comparable',
    })
    const com = { domain: { extension: 'com' } }
    expect((await prices.priceOf(resellerId, com)).price.reseller.price).toBe(10)
    prices.clock.advance(1000)
    await prices.rpc.call(importPrices, { list, csv, apply: shown.fingerprint }, prices.call())
    expect((await prices.priceOf(resellerId, com)).price.reseller.price).toBe(11)
    expect(await prices.rpc.call(importPrices, { list, csv }, prices.call())).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 2,
    })
  })

  it('is refused when the prices have changed since the comparison', async () => {
    const { list } = await prices.accountWith([line('10')])
    prices.clock.advance(1000)
    const csv = `${priceHead}${line('11')}`
    const shown = await prices.rpc.call(importPrices, { list, csv }, prices.call())
    await prices.take(list, [line('10.50')])
    const applied = prices.rpc.call(importPrices, { list, csv, apply: shown.fingerprint }, prices.call())
    await expect(applied).rejects.toMatchObject({ refusal: 'prices_changed' })
  })

  it('reports every invalid line and applies nothing', async () => {
    const csv = `${priceHead}${line('10')}\nregular,com,buy,,,,USD,9,1\nregular,com,renew,,,,USD,9,1.005`
    const imported = prices.rpc.call(importPrices, { list: randomUUID(), currency: 'EUR', csv }, prices.call())
    await expect(imported).rejects.toMatchObject({
      refusal: 'invalid_input',
      faults: [expect.objectContaining({ path: 'csv.3' }), expect.objectContaining({ path: 'csv.4' })],
    })
  })

  it('marks prices below cost and those not comparable, and applies prices below cost only when allowed', async () => {
    const list = randomUUID()
    const csv = `${priceHead}${[
      'regular,nl,create,,,,EUR,4.09,4.09',
      'regular,nl,renew,,,,EUR,4.09,4.08',
      'regular,nl,transfer,,,,USD,0,0',
      'promotion,nl,create,,2031-01-01,2031-02-01,EUR,4.09,0.99',
      'regular,nl,trade,,,,EUR,4.09,',
      line('1'),
    ].join('\n')}`
    const file = { list, currency: 'EUR', csv }
    const shown = await prices.rpc.call(importPrices, file, prices.call())
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
    await expect(prices.rpc.call(importPrices, applied, prices.call())).rejects.toMatchObject({
      refusal: 'prices_below_cost',
      details: { count: 2, price: 'regular nl renew' },
    })
    expect(await prices.rpc.call(importPrices, file, prices.call())).toMatchObject({ added: 6 })
    expect(await prices.rpc.call(importPrices, { ...applied, allowBelowCost: true }, prices.call())).toMatchObject({
      isApplied: true,
    })
    expect(await prices.rpc.call(importPrices, file, prices.call())).toMatchObject({
      added: 0,
      belowCost: 0,
      notComparable: 0,
    })
  })

  it('ends the sale of an operation with an empty price', async () => {
    const { resellerId, list } = await prices.accountWith([line('10'), 'regular,com,renew,,,,USD,9,10'])
    prices.clock.advance(1000)
    await prices.take(list, [line('')])
    const created = prices.priceOf(resellerId, { domain: { extension: 'com' } })
    await expect(created).rejects.toMatchObject({ refusal: 'invalid_input' })
  })

  it('is refused without a price list', async () => {
    const imported = prices.rpc.call(importPrices, { list: 'none', csv: priceHead }, prices.call())
    await expect(imported).rejects.toMatchObject({ refusal: 'price_list_not_found' })
    const terms = prices.rpc.call(setPricingTerms, { resellerId: 1, list: 'none', tier: 0 }, prices.call())
    await expect(terms).rejects.toMatchObject({ refusal: 'price_list_not_found' })
  })

  it('refuses a list in another currency than that of the account', async () => {
    const { resellerId, list } = await prices.accountWith([line('10')])
    const dollars = { resellerId, currency: 'USD', amount: '1', key: 'x' }
    await expect(prices.rpc.call(topUp, dollars, prices.call())).rejects.toMatchObject({
      refusal: 'currency_unsupported',
    })
    await prices.rpc.call(topUp, { ...dollars, currency: 'EUR' }, prices.call())
    const other = prices.rpc.call(setPricingTerms, { resellerId, list: 'shipped-usd', tier: 0 }, prices.call())
    await expect(other).rejects.toMatchObject({ refusal: 'currency_differs' })
    await prices.rpc.call(setPricingTerms, { resellerId, list, tier: 1 }, prices.call())
  })
})
