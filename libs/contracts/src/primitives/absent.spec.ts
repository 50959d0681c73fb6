import { withoutNulls } from './absent'

test('removes keys with null at every depth', () => {
  expect(withoutNulls({ a: null, b: { c: null, d: 1 }, e: [{ f: null, g: 0 }] })).toEqual({
    b: { d: 1 },
    e: [{ g: 0 }],
  })
})

test('keeps empty values', () => {
  const given = { a: '', b: 0, c: false, d: [], e: {} }
  expect(withoutNulls(given)).toBe(given)
})

test('keeps null entries of lists, so that the schema refuses them', () => {
  expect(withoutNulls({ list: [null] })).toEqual({ list: [null] })
})
