import { renewal } from './renewal'

const now = new Date('2027-01-01T12:00:00Z')
const rules = { isRenewable: true, renewalOpensDays: 0, periods: { max: 10 } }
const until = (paid: string, atRegistry = paid) => ({
  extension: 'com',
  expiresAt: new Date(paid),
  registryExpiresAt: new Date(atRegistry),
})

test.each([
  [1, { years: 1, expiresOn: '2027-06-01' }],
  [9, { years: 9, expiresOn: '2027-06-01' }],
])('renews by %i years from the expiry at the registry', (years, expected) => {
  expect(renewal(until('2027-06-01T10:00:00Z'), years, rules, now)).toEqual(expected)
})

test('accepts a renewal up to the longest period of the extension, to the second', () => {
  expect(renewal(until('2028-01-01T12:00:00Z'), 9, rules, now)).toMatchObject({ years: 9 })
  expect(renewal(until('2028-01-01T12:00:01Z'), 9, rules, now)).toMatchObject({ refused: 'period_invalid' })
})

test('accepts one renewal before the expiry where the longest period is a year', () => {
  const yearly = { ...rules, periods: { max: 1 } }
  expect(renewal(until('2027-06-01T00:00:00Z'), 1, yearly, now)).toMatchObject({ years: 1 })
  expect(renewal(until('2027-06-01T00:00:00Z'), 2, yearly, now)).toMatchObject({ refused: 'period_invalid' })
  expect(renewal(until('2028-06-01T00:00:00Z'), 1, yearly, now)).toEqual({
    refused: 'period_invalid',
    problem: '.com can be paid for 2 years ahead, and 2028-06-01 is paid for',
  })
})

test('renews by one year less where the registry has renewed by itself', () => {
  const lapsed = until('2026-12-31T00:00:00Z', '2027-12-31T00:00:00Z')
  expect(renewal(lapsed, 1, rules, now)).toEqual({ years: 0, expiresOn: '2027-12-31' })
  expect(renewal(lapsed, 3, rules, now)).toEqual({ years: 2, expiresOn: '2027-12-31' })
})

test.each([0, -1])('refuses a renewal by %i years', (years) => {
  expect(renewal(until('2027-06-01T00:00:00Z'), years, rules, now)).toMatchObject({ refused: 'period_invalid' })
})

test('refuses a renewal where the registry has no renew command or no expiry is known', () => {
  const domain = until('2027-06-01T00:00:00Z')
  expect(renewal(domain, 1, { ...rules, isRenewable: false }, now)).toMatchObject({ refused: 'not_sold' })
  expect(renewal({ ...domain, registryExpiresAt: null }, 1, rules, now)).toMatchObject({ refused: 'not_sold' })
})

test('refuses a renewal before the registry accepts it', () => {
  const opens = { ...rules, renewalOpensDays: 28 }
  expect(renewal(until('2027-01-29T12:00:01Z'), 1, opens, now)).toEqual({
    refused: 'renewal_too_early',
    problem: 'possible from 2027-01-01 on',
  })
  expect(renewal(until('2027-01-29T12:00:00Z'), 1, opens, now)).toMatchObject({ years: 1 })
})
