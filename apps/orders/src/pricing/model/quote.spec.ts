import { money } from './money'
import { discountOf, quote, unaccepted, type Price, type Purchase } from './quote'

const eur = (amount: number) => money('EUR', amount)
const price = (change: Partial<Price> & { amount?: number | null }): Price => {
  const { amount = 1000, ...rest } = change
  return {
    kind: 'regular',
    subject: 'com',
    operation: 'create',
    tier: 0,
    startsAt: new Date('2026-01-01'),
    endsAt: null,
    product: money('USD', 900),
    reseller: amount === null ? null : eur(amount),
    ...rest,
  }
}
const book = [
  price({}),
  price({ tier: 2, amount: 950 }),
  price({ operation: 'renew', amount: 1200, product: money('USD', 1100) }),
  price({ operation: 'restore', amount: 8000 }),
]
const promotion = price({
  kind: 'promotion',
  amount: 400,
  startsAt: new Date('2026-11-01'),
  endsAt: new Date('2026-12-01'),
})
const premium = [
  price({ kind: 'premium', subject: 'gold.com', amount: 500_000 }),
  price({ kind: 'premium', subject: 'gold.com', operation: 'renew', amount: 100_000 }),
]
const ask = (change: Partial<Purchase> = {}): Purchase => ({
  name: 'example.com',
  extension: 'com',
  operation: 'create',
  periods: 1,
  ...change,
})

test.each([
  ['a create of one period', ask(), 1000, 900],
  ['a create of three periods, two at the renew price', ask({ periods: 3 }), 3400, 3100],
  ['a renew of two periods', ask({ operation: 'renew', periods: 2 }), 2400, 2200],
  ['a restore, which is charged once', ask({ operation: 'restore', periods: 5 }), 8000, 900],
  ['a restore with a renewal by the registry', ask({ operation: 'restore', hasRenewal: true }), 9200, 2000],
])('quotes %s', (_, purchase, reseller, product) => {
  expect(quote(book, purchase, 0)?.price).toEqual({ reseller: eur(reseller), product: money('USD', product) })
})

test.each([
  [0, 1000],
  [1, 1000],
  [2, 950],
  [9, 950],
])('charges tier %i the price %i of the highest tier it has reached', (tier, amount) => {
  expect(quote(book, ask(), tier)?.price.reseller).toEqual(eur(amount))
})

test('applies a promotion to the first period and returns its dates', () => {
  const found = quote([...book, promotion], ask({ periods: 2 }), 0)!
  expect(found.price.reseller).toEqual(eur(1600))
  expect(found.tierPrice.reseller).toEqual(eur(2200))
  expect(found.promotion).toEqual({ startsAt: promotion.startsAt, endsAt: promotion.endsAt })
  expect(discountOf(found)).toEqual(eur(600))
})

test('ignores a promotion that is not lower than the tier price', () => {
  const found = quote([...book, price({ ...promotion, reseller: eur(960) })], ask(), 2)!
  expect(found.price.reseller).toEqual(eur(950))
  expect(found.promotion).toBeUndefined()
})

test('quotes a premium name with its own prices and without promotion', () => {
  const found = quote([...book, promotion, ...premium], ask({ name: 'gold.com', periods: 2 }), 0)!
  expect(found).toMatchObject({ isPremium: true, price: { reseller: eur(600_000) } })
  expect(quote([...book, ...premium], ask(), 0)?.isPremium).toBe(false)
})

test.each([
  ['restore', 8000],
  ['soft_restore', 100_000],
])('quotes a %s of a premium name at %i', (operation, amount) => {
  const prices = [...book, ...premium, price({ operation: 'soft_restore' })]
  expect(quote(prices, ask({ name: 'gold.com', operation }), 0)?.price.reseller).toEqual(eur(amount))
})

test('returns no quote for an operation without a price', () => {
  expect(quote(book, ask({ operation: 'trade' }), 0)).toBeUndefined()
  expect(quote(book, ask({ extension: 'net' }), 0)).toBeUndefined()
  const transfer = price({ operation: 'transfer' })
  expect(quote([...book, transfer, ...premium], ask({ name: 'gold.com', operation: 'transfer' }), 0)).toBeUndefined()
  expect(quote([price({ amount: null })], ask(), 0)).toBeUndefined()
})

const earlyAccess = price({
  kind: 'early-access',
  amount: 20_000,
  endsAt: new Date('2026-12-01'),
  product: money('USD', 1),
})

test('adds the early access fee to a create only', () => {
  expect(quote([...book, earlyAccess], ask(), 0)).toMatchObject({
    price: { reseller: eur(21_000) },
    earlyAccessFee: eur(20_000),
  })
  expect(quote([...book, earlyAccess], ask({ operation: 'renew' }), 0)?.price.reseller).toEqual(eur(1200))
  const ofName = price({ kind: 'early-access', subject: 'early.com', amount: 5_000, endsAt: new Date('2027-01-01') })
  const fee = (name: string) => quote([...book, earlyAccess, ofName], ask({ name }), 0)?.earlyAccessFee
  expect([fee('early.com'), fee('example.com')]).toEqual([eur(5_000), eur(20_000)])
})

describe('acceptance of fees', () => {
  const plain = quote(book, ask(), 0)!
  const golden = quote([...book, ...premium], ask({ name: 'gold.com' }), 0)!
  const early = quote([...book, earlyAccess], ask(), 0)!
  const both = quote([...book, ...premium, earlyAccess], ask({ name: 'gold.com' }), 0)!

  test('is not needed for an ordinary price', () => {
    expect(unaccepted(plain, {})).toBeUndefined()
  })

  test.each([
    ['no fee', undefined, 'premium_fee_unaccepted'],
    ['a cent less', eur(499_999), 'premium_fee_unaccepted'],
    ['a cent more', eur(500_001), 'premium_fee_unaccepted'],
    ['an invalid amount', 'unreadable' as const, 'premium_fee_unaccepted'],
    ['the price', eur(500_000), undefined],
  ])('of a premium price, given %s', (_, premiumFee, refusal) => {
    expect(unaccepted(golden, { ...(premiumFee && { premiumFee }) })?.refusal).toBe(refusal)
  })

  test.each([
    ['no fee', undefined, 'early_access_fee_unaccepted'],
    ['a cent less', eur(19_999), 'early_access_fee_wrong'],
    ['the fee', eur(20_000), undefined],
  ])('of an early access fee, given %s', (_, earlyAccessFee, refusal) => {
    expect(unaccepted(early, { ...(earlyAccessFee && { earlyAccessFee }) })?.refusal).toBe(refusal)
  })

  test('is needed for both fees, and counts the early access fee only once', () => {
    expect(unaccepted(both, { earlyAccessFee: eur(20_000) })).toEqual({
      refusal: 'premium_fee_unaccepted',
      fee: eur(500_000),
    })
    expect(unaccepted(both, { earlyAccessFee: eur(20_000), premiumFee: eur(500_000) })).toBeUndefined()
  })
})
