import { yearsLater } from './years-later'

const at = (text: string) => new Date(`${text}T12:00:00Z`)

it('returns the same day of a later year', () => {
  expect(yearsLater(at('2027-03-01'), 1)).toEqual(at('2028-03-01'))
})

it('returns 28 February for 29 February when the year has no 29th', () => {
  const leapDay = at('2028-02-29')
  expect([1, 2, 4].map((years) => yearsLater(leapDay, years))).toEqual([
    at('2029-02-28'),
    at('2030-02-28'),
    at('2032-02-29'),
  ])
})
