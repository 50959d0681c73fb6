import fc from 'fast-check'
import { parseCsv } from './csv'

const fieldsOf = (text: string) => parseCsv(text).map(({ fields }) => fields)

test.each([
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a,,\n', [['a', '', '']]],
  ['"a,b","say ""so""","two\nlines"\n', [['a,b', 'say "so"', 'two\nlines']]],
  [
    '\uFEFFa,b\n\n\nc,d\n\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['', []],
])('reads the fields of %j', (text, expected) => {
  expect(fieldsOf(text)).toEqual(expected)
})

test('reports the line on which each CSV row starts', () => {
  expect(parseCsv('a\n"b\nb"\n\nc\n').map(({ line }) => line)).toEqual([1, 2, 5])
})

test.each(['a,"b\nc,d', 'a,"b"c\n', '"a" ,b'])('reports wrong quotes in %j', (text) => {
  expect(parseCsv(text)).toMatchObject([{ line: 1, isQuotedCorrectly: false }])
})

test('reads back quoted fields unchanged', () => {
  const row = fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ') }), { minLength: 2 })
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const text = rows.map((fields) => fields.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')).join('\r\n')
      expect(fieldsOf(text)).toEqual(rows)
    }),
  )
})
