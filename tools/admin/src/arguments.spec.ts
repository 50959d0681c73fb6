import { instant, instantAfter } from './arguments'

test('a day is read from its first second, or to the first second of the next day', () => {
  expect(instant('2028-02-29')).toBe('2028-02-29 00:00:00')
  expect(instantAfter('2028-02-29')).toBe('2028-03-01 00:00:00')
  expect(instantAfter('2028-02-29 10:00:00')).toBe('2028-02-29 10:00:00')
})

test.each(['2027-02-29', '2027-04-31 10:00:00', '2027-04-30 24:00:00', '2027-13-01', 'today'])(
  '%s is refused as an instant',
  (text) => expect(() => instant(text)).toThrow('YYYY-MM-DD'),
)
