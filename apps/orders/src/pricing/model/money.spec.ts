import fc from 'fast-check'
import { amountOnWire, decimalsOf, minus, money, plus, printAmount, readAmount, times } from './money'

const currencies = ['EUR', 'USD', 'JPY', 'KWD', 'CLF']
const anyMoney = fc
  .record({ currency: fc.constantFrom(...currencies), amount: fc.integer({ min: -1e14, max: 1e14 }) })
  .map(({ currency, amount }) => money(currency, amount))

test.each([
  ['EUR', 1230, '12.30', 12.3],
  ['EUR', 5, '0.05', 0.05],
  ['EUR', -5, '-0.05', -0.05],
  ['EUR', 0, '0.00', 0],
  ['JPY', 1200, '1200', 1200],
  ['KWD', 1001, '1.001', 1.001],
  ['CLF', 1, '0.0001', 0.0001],
])('%s %i prints as %s and is %d on the wire', (currency, amount, printed, onWire) => {
  expect(printAmount(money(currency, amount))).toBe(printed)
  expect(amountOnWire(money(currency, amount))).toBe(onWire)
})

test('reads back what it prints, as text and as a JSON number', () => {
  fc.assert(
    fc.property(anyMoney, (given) => {
      expect(readAmount(given.currency, printAmount(given))).toEqual(given)
      expect(JSON.stringify(amountOnWire(given)).length).toBeLessThanOrEqual(printAmount(given).length)
    }),
  )
})

test('reads JSON numbers exactly to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (cents) => {
      expect(readAmount('EUR', amountOnWire(money('EUR', cents)))).toEqual(money('EUR', cents))
    }),
  )
})

test.each([
  ['EUR', '1.005'],
  ['JPY', '1.5'],
  ['EUR', 'NaN'],
  ['EUR', '1e3'],
  ['EUR', ''],
  ['EUR', '1,00'],
  ['EUR', 1e-7],
  ['EUR', '99999999999999999'],
])('refuses %s %p as an amount', (currency, given) => {
  expect(readAmount(currency, given)).toBeUndefined()
})

test('ignores trailing zeros of an amount', () => {
  expect(readAmount('EUR', '1.5000')).toEqual(money('EUR', 150))
  expect(readAmount('JPY', '10.00')).toEqual(money('JPY', 10))
})

test('adds 0.1 and 0.2 exactly', () => {
  const dime = readAmount('EUR', 0.1)!
  expect(plus(dime, times(dime, 2))).toEqual(readAmount('EUR', 0.3))
})

test('subtracts what was added', () => {
  fc.assert(
    fc.property(anyMoney, fc.integer({ min: 0, max: 1e12 }), (given, amount) => {
      const other = money(given.currency, amount)
      expect(minus(plus(given, other), other)).toEqual(given)
    }),
  )
})

test('refuses a sum of two currencies and fractions of a cent', () => {
  expect(() => plus(money('EUR', 1), money('USD', 1))).toThrow('EUR and USD')
  expect(() => money('EUR', 0.5)).toThrow(RangeError)
  expect(() => times(money('EUR', 9_000_000_000_000_000), 2)).toThrow(RangeError)
})

test('knows the decimals of currencies', () => {
  expect(['EUR', 'GBP', 'JPY', 'TND', 'UYW'].map(decimalsOf)).toEqual([2, 2, 0, 3, 4])
})
