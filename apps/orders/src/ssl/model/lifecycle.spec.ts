import { isLapsed, isRefundable, isRenewable, nextLook, nextOfLife, yearsLater } from './lifecycle'

const at = (text: string) => new Date(`${text}T12:00:00Z`)
const ends = at('2028-03-01')

it('ends on the same day of another year', () => {
  expect(yearsLater(at('2027-03-01'), 1)).toEqual(ends)
  expect(yearsLater(at('2028-02-29'), 1)).toEqual(at('2029-02-28'))
})

it.each([
  ['2027-03-01', '2028-01-31'],
  ['2028-01-31', '2028-02-16'],
  ['2028-02-29', '2028-03-01'],
  ['2028-03-02', '2028-03-01'],
])('of a certificate that ends in March, %s waits for %s', (now, next) => {
  expect(nextOfLife(ends, at(now))).toEqual(at(next))
})

it.each([
  ['2028-01-30', false],
  ['2028-01-31', true],
  ['2028-02-29', true],
  ['2028-03-01', false],
])('may on %s be renewed: %s', (now, may) => expect(isRenewable(ends, at(now))).toBe(may))

it('is refunded for thirty days', () => {
  expect(isRefundable(at('2027-03-01'), at('2027-03-30'), 30)).toBe(true)
  expect(isRefundable(at('2027-03-01'), at('2027-03-31'), 30)).toBe(false)
})

it('looks for a proof ever more seldom, and in the end no more', () => {
  const pauses = [0, 1, 5, 50].map((attempts) => nextLook(ends, attempts).getTime() - ends.getTime())
  expect(pauses).toEqual([2_000, 4_000, 64_000, 900_000])
  expect(isLapsed(at('2027-03-01'), at('2027-03-30'), 30)).toBe(false)
  expect(isLapsed(at('2027-03-01'), at('2027-03-31'), 30)).toBe(true)
})
