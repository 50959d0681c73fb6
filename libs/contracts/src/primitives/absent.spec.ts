import { withoutNulls } from './absent'

test('takes the keys out that hold null, at every depth', () => {
  expect(withoutNulls({ a: null, b: { c: null, d: 1 }, e: [{ f: null, g: 0 }] })).toEqual({
    b: { d: 1 },
    e: [{ g: 0 }],
  })
})

test('keeps what is empty but given', () => {
  const given = { a: '', b: 0, c: false, d: [], e: {} }
  expect(withoutNulls(given)).toBe(given)
})

test('leaves an entry of a list that is null for the refusal', () => {
  expect(withoutNulls({ list: [null] })).toEqual({ list: [null] })
})
