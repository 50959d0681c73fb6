import { isProofOverdue, isRefundable, isRenewable, nextProofCheck, nextDueDate } from './lifecycle'

const at = (text: string) => new Date(`${text}T12:00:00Z`)
const ends = at('2028-03-01')

it.each([
  ['2027-03-01', '2028-01-31'],
  ['2028-01-31', '2028-02-16'],
  ['2028-02-29', '2028-03-01'],
  ['2028-03-02', '2028-03-01'],
])('for a certificate that expires on 1 March 2028, schedules after %s the next step on %s', (now, next) => {
  expect(nextDueDate(ends, at(now))).toEqual(at(next))
})

it.each([
  ['2028-01-30', false],
  ['2028-01-31', true],
  ['2028-02-29', true],
  ['2028-03-01', false],
])('says on %s whether the certificate is renewable: %s', (now, may) => expect(isRenewable(ends, at(now))).toBe(may))

it('allows a refund for thirty days', () => {
  expect(isRefundable(at('2027-03-01'), at('2027-03-30'), 30)).toBe(true)
  expect(isRefundable(at('2027-03-01'), at('2027-03-31'), 30)).toBe(false)
})

it('checks a proof with growing pauses, and stops after the deadline', () => {
  const pauses = [0, 1, 5, 50].map((attempts) => nextProofCheck(ends, attempts).getTime() - ends.getTime())
  expect(pauses).toEqual([2_000, 4_000, 64_000, 900_000])
  expect(isProofOverdue(at('2027-03-01'), at('2027-03-30'), 30)).toBe(false)
  expect(isProofOverdue(at('2027-03-01'), at('2027-03-31'), 30)).toBe(true)
})
