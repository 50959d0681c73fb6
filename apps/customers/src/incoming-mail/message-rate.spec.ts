import { MessageRate } from './message-rate'

it('admits so many messages of a client network in a minute, and counts each network for itself', () => {
  let now = 0
  const rate = new MessageRate(2, () => now)
  expect(['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1'].map((each) => rate.admits(each))).toEqual([true, true, false])
  expect(rate.admits('192.0.2.2')).toBe(true)
  expect(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((each) => rate.admits(each))).toEqual([true, true, false])
  now += 60_000
  expect(rate.admits('192.0.2.1')).toBe(true)
})
