import { privacyUntil, privacyYears } from './privacy'

const now = new Date('2027-03-01T00:00:00Z')
const at = (day: string) => new Date(`${day}T00:00:00Z`)

test.each([
  ['2028-02-28', null, 1],
  ['2028-03-01', null, 1],
  ['2029-06-01', null, 3],
  ['2028-02-28', '2028-02-28', 0],
  ['2030-02-28', '2028-02-28', 2],
  ['2028-02-28', '2026-01-01', 1],
  // Registries end a registration with its last day, so that day does not count as another year.
  ['2028-03-02', null, 1],
  ['2028-03-03', null, 2],
])('for a domain until %s with privacy paid until %s, privacy is paid for %s years', (expires, paid, years) => {
  const dated = { expiresAt: at(expires), privacyUntil: paid === null ? null : at(paid) }
  expect(privacyYears(dated, now)).toBe(years)
})

test('keeps paid privacy when it is switched off', () => {
  const domain = { isPrivate: true, expiresAt: at('2028-01-01'), privacyUntil: null }
  expect(privacyUntil(domain, false)).toEqual(at('2028-01-01'))
  expect(privacyUntil(domain, undefined)).toBeNull()
})
