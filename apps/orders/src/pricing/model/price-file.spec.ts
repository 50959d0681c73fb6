import { compare, describePrice, readPriceFile } from './price-file'

const now = new Date('2027-01-01T00:00:00Z')
const head = 'kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price\n'
const read = (...lines: string[]) => readPriceFile(head + lines.join('\n'), 'EUR', now)

test('reads a price that starts now and is for all tiers', () => {
  expect(read('regular,COM,create,,,,USD,10.44,10.79')).toEqual({
    faults: [],
    prices: [
      {
        kind: 'regular',
        subject: 'com',
        operation: 'create',
        tier: 0,
        startsAt: now,
        endsAt: null,
        product: { currency: 'USD', amount: 1044 },
        reseller: { currency: 'EUR', amount: 1079 },
      },
    ],
  })
})

test('reads an empty price as the end of the sale', () => {
  expect(read('regular,com,trade,,,,USD,0,').prices[0]!.reseller).toBeNull()
})

test('accepts columns in any order and ignores unknown ones', () => {
  const csv =
    'price,note,product_price,product_currency,ends_at,starts_at,tier,operation,subject,kind\n2,hi,1,EUR,,,3,renew,nl,regular'
  expect(readPriceFile(csv, 'EUR', now).prices).toMatchObject([{ subject: 'nl', tier: 3, reseller: { amount: 200 } }])
})

test.each([
  ['sale,com,create,,,,USD,1,1', 'kind'],
  ['regular,c om,create,,,,USD,1,1', 'subject'],
  ['premium,com,create,,,,USD,1,1', 'whole name'],
  ['regular,com,buy,,,,USD,1,1', 'operation'],
  ['early-access,com,renew,,2027-01-01,2027-02-01,USD,1,1', 'create'],
  ['regular,com,create,-1,,,USD,1,1', 'tier'],
  ['regular,com,create,,2026-12-31,,USD,1,1', 'past'],
  ['regular,com,create,,2027-13-01,,USD,1,1', 'starts_at'],
  ['regular,com,create,,2027-02-30,,USD,1,1', 'starts_at'],
  ['regular,com,create,,2027-02-28T24:00Z,,USD,1,1', 'starts_at'],
  ['regular,com,create,,,2027-04-31,USD,1,1', 'ends_at'],
  ['promotion,com,create,,,,USD,1,1', 'ends_at'],
  ['promotion,com,create,,2027-02-01,2027-01-15,USD,1,1', 'ends_at'],
  ['regular,com,create,,,,USD,1.005,1', '1.005'],
  ['regular,com,create,,,,USD,1,-1', '-1'],
  ['regular,com,create,,,,dollars,1,1', 'product_currency'],
  ['regular,com,create,,,,USD,10,44,10,79', '11 fields'],
  ['regular,com,create,,,,USD,1', '8 fields'],
  ['regular,com,create,,,,USD,1,"1"0', 'quote'],
  ['regular,com,create,,,,USD,1,"1', 'quote'],
])('refuses the line %s because of its %s', (line, problem) => {
  expect(read('regular,net,create,,,,USD,1,1', line)).toMatchObject({
    prices: [{ subject: 'net' }],
    faults: [{ line: 3, problem: expect.stringContaining(problem) }],
  })
})

test('refuses a duplicate price and a file with missing columns', () => {
  const line = 'regular,com,create,,,,USD,1,1'
  expect(read(line, line).faults).toEqual([{ line: 3, problem: 'repeats the price of line 2' }])
  expect(readPriceFile('kind,subject\n', 'EUR', now).faults).toEqual([
    { line: 1, problem: expect.stringContaining('operation') },
  ])
})

test('refuses a file with a duplicate column', () => {
  expect(readPriceFile(`${head.trim()},Price\nregular,com,create,,,,USD,1,1,2\n`, 'EUR', now).faults).toEqual([
    { line: 1, problem: 'has the column price twice' },
  ])
})

test('compares with the price that is valid when the new one starts', () => {
  const { prices } = read(
    'regular,com,create,,,,USD,10,10.00',
    'regular,com,renew,,,,USD,10,11.00',
    'regular,com,restore,,2027-06-01,,USD,80,79.00',
    'regular,org,create,,,,USD,10,10.00',
  )
  const [create, renew, restore] = prices
  const begun = new Date('2026-01-01')
  const current = [
    { ...create!, startsAt: begun },
    { ...renew!, startsAt: begun, reseller: { currency: 'EUR', amount: 1000 } },
    { ...restore!, startsAt: begun, reseller: { currency: 'EUR', amount: 1 } },
    { ...restore!, startsAt: new Date('2027-05-01') },
  ]
  const compared = compare(prices, current)
  expect(compared.map(({ isChanged }) => isChanged)).toEqual([false, true, false, true])
  expect(compared[1]!.before).toBe(current[1])
  expect(compared[3]!.before).toBeUndefined()
})

test('describes a price as text', () => {
  const [price] = read('promotion,com,create,,,2027-02-01,USD,10,5').prices
  expect(describePrice(price!)).toBe('5.00 EUR (product 10.00 USD) until 2027-02-01T00:00:00.000Z')
})
