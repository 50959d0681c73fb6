import { v7 as uuidv7 } from 'uuid'
import { firstIdAt, rangeAfter } from './id-range'

const idAt = (instant: string) => uuidv7({ msecs: Date.parse(instant) })

it('names a month and its bounds', () => {
  expect(rangeAfter(new Date('2026-11-24T07:00:00Z'), 'month', 0)).toEqual({
    name: '2026_11',
    from: '01a19467-e800-0000-0000-000000000000',
    to: '01a22ee6-b000-0000-0000-000000000000',
  })
})

it('counts months over the end of a year, and from the last day of a month', () => {
  const names = [0, 1, 2].map((ahead) => rangeAfter(new Date('2026-12-31T23:59:59.999Z'), 'month', ahead).name)
  expect(names).toEqual(['2026_12', '2027_01', '2027_02'])
  expect(rangeAfter(new Date('2028-01-31T00:00:00Z'), 'month', 1).name).toBe('2028_02')
})

it('names a day and its bounds', () => {
  expect(rangeAfter(new Date('2026-11-24T07:00:00Z'), 'day', 0)).toEqual({
    name: '2026_11_24',
    from: firstIdAt(new Date('2026-11-24T00:00:00Z')),
    to: firstIdAt(new Date('2026-11-25T00:00:00Z')),
  })
  const names = [0, 1, 2].map((ahead) => rangeAfter(new Date('2028-02-28T23:59:59.999Z'), 'day', ahead).name)
  expect(names).toEqual(['2028_02_28', '2028_02_29', '2028_03_01'])
})

it('has no gap between two months', () => {
  const now = new Date('2026-11-24T07:00:00Z')
  for (let ahead = 0; ahead < 24; ahead++)
    expect(rangeAfter(now, 'month', ahead).to).toBe(rangeAfter(now, 'month', ahead + 1).from)
})

it('contains the identifiers of its first and its last millisecond, and not those beside them', () => {
  const { from, to } = rangeAfter(new Date('2026-02-10T00:00:00Z'), 'month', 0)
  const contains = (id: string) => from <= id && id < to
  expect(contains(idAt('2026-02-01T00:00:00.000Z'))).toBe(true)
  expect(contains(idAt('2026-02-28T23:59:59.999Z'))).toBe(true)
  expect(contains(idAt('2026-01-31T23:59:59.999Z'))).toBe(false)
  expect(contains(idAt('2026-03-01T00:00:00.000Z'))).toBe(false)
})

it('returns an identifier that no other of the millisecond precedes', () => {
  const instant = '2026-11-24T07:00:00.123Z'
  expect(firstIdAt(new Date(instant)).slice(0, 13)).toBe(idAt(instant).slice(0, 13))
  expect(firstIdAt(new Date(instant)) < idAt(instant)).toBe(true)
})
