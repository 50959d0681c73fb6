import { startOf } from './transfer-start'

const now = new Date('2027-03-01T12:00:00Z')

test.each([
  [undefined, null],
  ['2027-03-01', null],
  ['2026-01-01', null],
  ['2027-03-02', '2027-03-02T00:00:00.000Z'],
  ['2027-03-01 13:30', '2027-03-01T13:30:00.000Z'],
  ['2027-03-01T13:30:05', '2027-03-01T13:30:05.000Z'],
])('a transfer at %s starts at %s', (at, expected) => {
  expect(startOf(at, now)?.toISOString() ?? null).toBe(expected)
})

test.each(['2027-02-30', '2027-13-01', '2027-03-05 25:00'])('refuses %s, which is not a day', (at) => {
  expect(() => startOf(at, now)).toThrow(expect.objectContaining({ refusal: 'invalid_input' }))
})
