import { decodeRecords, encodeRecords, typeOfCode } from './wire-record'
import { parseRecord } from './zone-record'

it('stores records of every kind of type and reads them back', () => {
  const records = [
    ['@', 'HTTPS', '1 . alpn=h2'],
    ['a', 'TYPE65280', '\\# 2 abcd'],
    ['a', 'TYPE65280', '\\# 0'],
    ['b', 'type16', 'x'],
    ['_25._tcp', 'TLSA', '3 0 0 30'],
    ['first\\.last', 'CNAME', 'other\\.name.example.net'],
  ].map(([name = '', type = '', value = '']) => {
    const parsed = parseRecord({ name, type, value, ttl: 600 }, 'example.com', { min: 60, max: 604_800 })
    if (!parsed.ok) throw new Error(parsed.error.problem)
    return parsed.value
  })
  expect(records.map(({ type }) => type)).toEqual(['HTTPS', 'TYPE65280', 'TYPE65280', 'TXT', 'TLSA', 'CNAME'])
  expect(decodeRecords(encodeRecords(records))).toEqual(records)
})

it('finds data types by number, and no other types', () => {
  expect([1, 65, 65_280].map((code) => typeOfCode(code)?.name)).toEqual(['A', 'HTTPS', 'TYPE65280'])
  expect([0, 41, 46, 252, 255, 65_535].map(typeOfCode)).toEqual(Array(6).fill(undefined))
})
