import { isoDate, printDate, readDate, unset, wireDate } from './dates'

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
