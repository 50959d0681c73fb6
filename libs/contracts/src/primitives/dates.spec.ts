import { isoDate, optionalDay, printDate, readDate, unset, wireDate } from './dates'

test('prints whole seconds in UTC', () => {
  expect(printDate(new Date('2026-11-20T15:04:05.678Z'))).toBe('2026-11-20 15:04:05')
})

test.each([null, undefined])('prints %p as unset, which the wire accepts', (instant) => {
  expect(printDate(instant)).toBe(unset)
  expect(wireDate.parse(unset)).toBe(unset)
})

test('reads what it printed', () => {
  const instant = new Date('2030-02-28T23:59:59Z')
  expect(readDate(printDate(instant))).toEqual(instant)
  expect(readDate(unset)).toBeUndefined()
})

test('takes days of clients, not other notations', () => {
  expect(isoDate.parse('2026-11-20')).toBe('2026-11-20')
  expect(isoDate.safeParse('20-11-2026').success).toBe(false)
})

it.each(['0000-00-00 00:00:00', '', ' ', undefined])('reads %j as a day that was left out', (given) => {
  expect(optionalDay.parse(given)).toBeUndefined()
})

it('reads a day that may be left out like any other', () => {
  expect(optionalDay.parse('2026-11-20')).toBe('2026-11-20')
  expect(optionalDay.safeParse('0000-00-00 00:00:01').success).toBe(true)
  expect(optionalDay.safeParse('tomorrow').success).toBe(false)
})
