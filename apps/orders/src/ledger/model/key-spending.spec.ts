import { exceededLimit, periodStarts } from './key-spending'

const key = { keyId: 1 }

it('the day and the month of a key begin at midnight in UTC', () => {
  const starts = periodStarts(new Date('2027-03-31T23:59:59.999Z'))
  expect(starts).toEqual({ day: new Date('2027-03-31T00:00:00Z'), month: new Date('2027-03-01T00:00:00Z') })
})

it('an order may use a limit up to the last cent', () => {
  const limited = { ...key, perDay: 10.29, perMonth: 20 }
  expect(exceededLimit(limited, 'EUR', 29, { day: 1000, month: 1000 })).toBeUndefined()
  expect(exceededLimit(limited, 'EUR', 30, { day: 1000, month: 1000 })).toEqual({
    period: 'day',
    limit: 1029,
    left: 29,
  })
  expect(exceededLimit(limited, 'EUR', 2, { day: 0, month: 1999 })).toEqual({ period: 'month', limit: 2000, left: 1 })
})

it('a key without spend limits may spend any amount, and one with a limit of 0 nothing', () => {
  expect(exceededLimit(key, 'EUR', 1e9, { day: 1e9, month: 1e9 })).toBeUndefined()
  expect(exceededLimit({ ...key, perDay: 0 }, 'EUR', 1, { day: 0, month: 0 })).toMatchObject({ left: 0 })
  expect(exceededLimit({ ...key, perDay: 0 }, 'EUR', 0, { day: 0, month: 0 })).toBeUndefined()
})

it('a limit drops the decimals that the currency of the account does not have', () => {
  expect(exceededLimit({ ...key, perDay: 9.99 }, 'JPY', 10, { day: 0, month: 0 })).toMatchObject({ limit: 9 })
  expect(exceededLimit({ ...key, perDay: 0.0000001 }, 'EUR', 1, { day: 0, month: 0 })).toMatchObject({ limit: 0 })
})
