import { amount, flag, integer, order, text, unlessBlank, word } from './scalars'

test.each([true, 1, '1', 'true', 'TRUE'])('%p is a yes', (given) => expect(flag.parse(given)).toBe(true))
test.each([false, 0, '0', 'false'])('%p is a no', (given) => expect(flag.parse(given)).toBe(false))
test.each(['yes', 2, '', {}])('%p is neither yes nor no', (given) => expect(flag.safeParse(given).success).toBe(false))

test.each([
  ['600', 600],
  [600, 600],
  [' 7 ', 7],
  ['-1', -1],
])('%p is the number %p', (given, number) => expect(integer().parse(given)).toBe(number))

test.each(['', 'x', '1e3', '0x10', '1.5', 1.5, true, 2 ** 31, '99999999999', {}, []])('%p is no int32', (given) =>
  expect(integer().safeParse(given).success).toBe(false),
)

test('bounds are refused, not clipped', () => {
  const limit = integer({ min: 1, max: 500 })
  expect(limit.safeParse('501').success).toBe(false)
  expect(limit.safeParse(0).success).toBe(false)
  expect(limit.parse('500')).toBe(500)
})

test('money comes with a fraction', () => expect(amount.parse('12.50')).toBe(12.5))

test('a number where a text is wanted is its digits', () => expect(text.parse(1013)).toBe('1013'))
test('a number with a fraction too', () => expect(text.parse(12.5)).toBe('12.5'))

test.each(['1e999', '1e21', '12345678901234567890', '-1e-7'])(
  'a number whose digits are not those that were written, %p, is no text',
  (written) => expect(text.safeParse(JSON.parse(written)).success).toBe(false),
)

test.each(['', '  ', undefined])('%p says not given', (given) => expect(unlessBlank.parse(given)).toBeUndefined())

test('words come in any case and leave as declared', () => {
  expect(order.parse('ASC')).toBe('asc')
  expect(word('transferOut').parse('TRANSFEROUT')).toBe('transferOut')
  expect(order.safeParse('up').success).toBe(false)
})
