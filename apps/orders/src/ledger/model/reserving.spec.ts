import fc from 'fast-check'
import { decide, type KnownReservation, type CreditRequest } from './reserving'

const order = (orderId: string, amount: number, change: Partial<CreditRequest> = {}): CreditRequest => ({
  orderId,
  resellerId: 1,
  amount,
  action: 'create',
  currency: 'EUR',
  subject: `${orderId}.com`,
  ...change,
})
const known = (orderId: string, amount: number, state: KnownReservation['state'] = 'open'): KnownReservation => ({
  ...order(orderId, amount),
  state,
})

test('reserves down to the last cent', () => {
  const decisions = decide({ available: 100, creditLimit: 0 }, [], [order('a', 60), order('b', 40), order('c', 1)])
  expect(decisions).toEqual(['reserve', 'reserve', { available: 0 }])
})

test('refuses a request that is too large and still serves the requests after it', () => {
  const decisions = decide({ available: 100, creditLimit: 0 }, [], [order('a', 60), order('b', 50), order('c', 40)])
  expect(decisions).toEqual(['reserve', { available: 40 }, 'reserve'])
})

test('lets the balance fall below zero down to the credit limit', () => {
  expect(decide({ available: -20, creditLimit: 50 }, [], [order('a', 30), order('b', 1)])).toEqual([
    'reserve',
    { available: 0 },
  ])
})

test('reserves an order that costs nothing without any credit', () => {
  expect(decide({ available: 0, creditLimit: 0 }, [], [order('a', 0)])).toEqual(['reserve'])
})

test.each(['open', 'confirmed', 'captured'] as const)(
  'answers a repeated request for an order that is %s as before',
  (state) => {
    expect(decide({ available: 0, creditLimit: 0 }, [known('a', 60, state)], [order('a', 60)])).toEqual(['repeated'])
  },
)

test('reserves once for an order that occurs twice in one batch', () => {
  expect(decide({ available: 60, creditLimit: 0 }, [], [order('a', 60), order('a', 60)])).toEqual([
    'reserve',
    'repeated',
  ])
})

test('refuses a new reservation for a released order', () => {
  expect(decide({ available: 100, creditLimit: 0 }, [known('a', 60, 'released')], [order('a', 60)])).toEqual([
    'refused',
  ])
})

test.each([{ amount: 61 }, { resellerId: 2 }, { action: 'renew' }, { subject: 'b.com' }])(
  'detects an id that was used for an order with another %p',
  (change) => {
    expect(decide({ available: 100, creditLimit: 0 }, [known('a', 60)], [order('a', 60, change)])).toEqual([
      'other-charge',
    ])
  },
)

test('never lets an API key spend more than its limit, and leaves the rest to smaller orders', () => {
  const [spender, other] = [{ keyId: 1, perDay: 1 }, { keyId: 2 }]
  const wanted = [order('a', 60, { spender }), order('b', 50, { spender }), order('c', 30, { spender })]
  const spent = new Map([[1, { day: 10, month: 10 }]])
  const decisions = decide(
    { available: 500, creditLimit: 0 },
    [],
    [...wanted, order('d', 90, { spender: other })],
    spent,
  )
  expect(decisions).toEqual(['reserve', { period: 'day', limit: 100, left: 30 }, 'reserve', 'reserve'])
})

test('refuses for the limit of the key before the credit of the account', () => {
  const spender = { keyId: 1, perMonth: 0.5 }
  expect(decide({ available: 0, creditLimit: 0 }, [], [order('a', 60, { spender })])).toEqual([
    { period: 'month', limit: 50, left: 50 },
  ])
})

test('never reserves more than is available and refuses only requests that exceed it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1000, max: 1000 }),
      fc.nat(1000),
      fc.array(fc.nat(300), { maxLength: 64 }),
      (available, creditLimit, amounts) => {
        fc.pre(available + creditLimit >= 0)
        const wanted = amounts.map((amount, index) => order(String(index), amount))
        const decisions = decide({ available, creditLimit }, [], wanted)
        let left = available + creditLimit
        decisions.forEach((decision, index) => {
          if (decision === 'reserve') left -= amounts[index]!
          else expect(amounts[index]).toBeGreaterThan(left)
        })
        expect(left).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
