import { addYears } from './calendar'

it.each([
  ['2027-03-01T12:00:00.000Z', 1, '2028-03-01T12:00:00.000Z'],
  ['2027-03-01T12:00:00.000Z', 10, '2037-03-01T12:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', 1, '2029-02-28T23:59:59.999Z'],
  ['2028-02-29T00:00:00.000Z', 4, '2032-02-29T00:00:00.000Z'],
])('addYears: %s plus %i years is %s', (from, years, to) =>
  expect(addYears(new Date(from), years).toISOString()).toBe(to),
)
