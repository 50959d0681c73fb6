import fc from 'fast-check'
import { decide, type Known, type Wanted } from './reserving'

const order = (orderId: string, amount: number, change: Partial<Wanted> = {}): Wanted => ({
  orderId,
  resellerId: 1,
  amount,
  action: 'create',
  subject: `${orderId}.com`,
  ...change,
})
const known = (orderId: string, amount: number, state: Known['state'] = 'open'): Known => ({
  ...order(orderId, amount),
  state,
})

test('takes until the last cent is gone', () => {
  const decisions = decide({ available: 100, creditLimit: 0 }, [], [order('a', 60), order('b', 40), order('c', 1)])
  expect(decisions).toEqual(['reserve', 'reserve', { available: 0 }])
})

test('one that is too large leaves the rest to those behind it', () => {
  const decisions = decide({ available: 100, creditLimit: 0 }, [], [order('a', 60), order('b', 50), order('c', 40)])
  expect(decisions).toEqual(['reserve', { available: 40 }, 'reserve'])
})

test('goes below zero as far as the credit limit', () => {
  expect(decide({ available: -20, creditLimit: 50 }, [], [order('a', 30), order('b', 1)])).toEqual([
    'reserve',
    { available: 0 },
  ])
})

test('what is free of charge is reserved without any credit', () => {
  expect(decide({ available: 0, creditLimit: 0 }, [], [order('a', 0)])).toEqual(['reserve'])
})

test.each(['open', 'confirmed', 'captured'] as const)('a repeated order that is %s gets its answer again', (state) => {
  expect(decide({ available: 0, creditLimit: 0 }, [known('a', 60, state)], [order('a', 60)])).toEqual(['repeated'])
})

test('an order that comes twice in one batch is reserved once', () => {
  expect(decide({ available: 60, creditLimit: 0 }, [], [order('a', 60), order('a', 60)])).toEqual([
    'reserve',
    'repeated',
  ])
})

test('an order that was released is not reserved again', () => {
  expect(decide({ available: 100, creditLimit: 0 }, [known('a', 60, 'released')], [order('a', 60)])).toEqual([
    'refused',
  ])
})

test.each([{ amount: 61 }, { resellerId: 2 }, { action: 'renew' }, { subject: 'b.com' }])(
  'an id that stands for another order is told apart by %p',
  (change) => {
    expect(decide({ available: 100, creditLimit: 0 }, [known('a', 60)], [order('a', 60, change)])).toEqual([
      'other-charge',
    ])
  },
)

test('never sets aside more than there is, and refuses only what does not fit', () => {
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
