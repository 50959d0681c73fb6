import { amount, flag, integer, order, text, unlessBlank, word } from './scalars'

test.each([true, 1, '1', 'true', 'TRUE'])('flag reads %p as true', (given) => expect(flag.parse(given)).toBe(true))
test.each([false, 0, '0', 'false'])('flag reads %p as false', (given) => expect(flag.parse(given)).toBe(false))
test.each(['yes', 2, '', {}])('flag rejects %p', (given) => expect(flag.safeParse(given).success).toBe(false))

test.each([
  ['600', 600],
  [600, 600],
  [' 7 ', 7],
  ['-1', -1],
])('integer reads %p as %p', (given, number) => expect(integer().parse(given)).toBe(number))

test.each(['', 'x', '1e3', '0x10', '1.5', 1.5, true, 2 ** 31, '99999999999', {}, []])('integer rejects %p', (given) =>
  expect(integer().safeParse(given).success).toBe(false),
)

test('integer rejects a value outside its bounds instead of moving it to the bound', () => {
  const limit = integer({ min: 1, max: 500 })
  expect(limit.safeParse('501').success).toBe(false)
  expect(limit.safeParse(0).success).toBe(false)
  expect(limit.parse('500')).toBe(500)
})

test('amount accepts a fraction', () => expect(amount.parse('12.50')).toBe(12.5))

test('text converts a number to its digits', () => expect(text.parse(1013)).toBe('1013'))
test('text converts a number with a fraction, too', () => expect(text.parse(12.5)).toBe('12.5'))

test.each(['1e999', '1e21', '12345678901234567890', '-1e-7'])(
  'text rejects the number %p, because it prints with other digits than it was written',
  (written) => expect(text.safeParse(JSON.parse(written)).success).toBe(false),
)

test.each(['', '  ', undefined])('unlessBlank reads %p as absent', (given) =>
  expect(unlessBlank.parse(given)).toBeUndefined(),
)

test('word accepts any case and returns the declared spelling', () => {
  expect(order.parse('ASC')).toBe('asc')
  expect(word('transferOut').parse('TRANSFEROUT')).toBe('transferOut')
  expect(order.safeParse('up').success).toBe(false)
})
