import { instant, instantAfter } from './arguments'

test('a day begins at its first second and ends with its last', () => {
  expect(instant('2028-02-29')).toBe('2028-02-29 00:00:00')
  expect(instantAfter('2028-02-29')).toBe('2028-03-01 00:00:00')
  expect(instantAfter('2028-02-29 10:00:00')).toBe('2028-02-29 10:00:00')
})

test.each(['2027-02-29', '2027-04-31 10:00:00', '2027-04-30 24:00:00', '2027-13-01', 'today'])(
  '%s is no instant of the calendar',
  (text) => expect(() => instant(text)).toThrow('YYYY-MM-DD'),
)
