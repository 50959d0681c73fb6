import { isoDate, optionalDay, printDate, readDate, unset, wireDate } from './dates'

test('prints a date in whole seconds and UTC', () => {
  expect(printDate(new Date('2026-11-20T15:04:05.678Z'))).toBe('2026-11-20 15:04:05')
})

test.each([null, undefined])('prints %p as the unset date, which wireDate accepts', (instant) => {
  expect(printDate(instant)).toBe(unset)
  expect(wireDate.parse(unset)).toBe(unset)
})

test('reads a printed date back as the same instant', () => {
  const instant = new Date('2030-02-28T23:59:59Z')
  expect(readDate(printDate(instant))).toEqual(instant)
  expect(readDate(unset)).toBeUndefined()
})

test('accepts a day as YYYY-MM-DD and rejects other notations', () => {
  expect(isoDate.parse('2026-11-20')).toBe('2026-11-20')
  expect(isoDate.safeParse('20-11-2026').success).toBe(false)
})

it.each(['0000-00-00 00:00:00', '', ' ', undefined])('reads %j as an absent day', (given) => {
  expect(optionalDay.parse(given)).toBeUndefined()
})

it('reads an optional day like a required one', () => {
  expect(optionalDay.parse('2026-11-20')).toBe('2026-11-20')
  expect(optionalDay.safeParse('0000-00-00 00:00:01').success).toBe(true)
  expect(optionalDay.safeParse('tomorrow').success).toBe(false)
})
