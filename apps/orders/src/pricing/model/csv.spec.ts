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
])('%j', (text, expected) => {
  expect(fieldsOf(text)).toEqual(expected)
})

test('knows the line each row begins on', () => {
  expect(parseCsv('a\n"b\nb"\n\nc\n').map(({ line }) => line)).toEqual([1, 2, 5])
})

test.each(['a,"b\nc,d', 'a,"b"c\n', '"a" ,b'])('says that the quotes of %j are wrong', (text) => {
  expect(parseCsv(text)).toMatchObject([{ line: 1, isQuotedRight: false }])
})

test('reads back whatever is quoted', () => {
  const row = fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ') }), { minLength: 2 })
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const text = rows.map((fields) => fields.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')).join('\r\n')
      expect(fieldsOf(text)).toEqual(rows)
    }),
  )
})
