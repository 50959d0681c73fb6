import { types } from 'pg'
import { parseInstant, parsers } from './instants'

const TIMESTAMPTZ = 1184

describe('an instant of the database', () => {
  it.each([
    '2026-01-02 03:04:05+00',
    '2026-12-31 23:59:59.9+00',
    '2026-01-02 03:04:05.07+00',
    '2024-02-29 00:00:00.123+00',
    '2024-02-29 00:00:00.123999+00',
    '2024-02-29 00:00:00.000999+00',
    '9999-12-31 23:59:59.999999+00',
    '1000-01-01 00:00:00+00',
    '0099-01-01 00:00:00+00',
    '10000-01-01 00:00:00+00',
    '0044-03-15 12:00:00+00 BC',
    '2026-07-02 03:04:05+02',
    '2026-07-02 03:04:05.5-03:30',
    '1800-01-01 00:00:00+00:19:32',
    'infinity',
    '-infinity',
  ])('%s is what pg reads', (text) => {
    expect(parseInstant(text)).toEqual(types.getTypeParser(TIMESTAMPTZ, 'text')(text))
  })

  it('leaves all other types and the binary format to pg', () => {
    expect(parsers.getTypeParser(TIMESTAMPTZ, 'text')).toBe(parseInstant)
    expect(parsers.getTypeParser(TIMESTAMPTZ)).toBe(parseInstant)
    for (const [oid, format] of [
      [TIMESTAMPTZ, 'binary'],
      [23, 'text'],
      [1082, 'text'],
      [1114, 'text'],
      [3802, 'text'],
    ] as const)
      expect(parsers.getTypeParser(oid, format as 'text')).toBe(types.getTypeParser(oid, format as 'text'))
  })
})
