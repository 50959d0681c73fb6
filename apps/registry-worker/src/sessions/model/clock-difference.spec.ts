import { clockDifference, sentByRegistryClock } from './clock-difference'

it('accepts a minute of difference between the clocks, and says which one is ahead of a larger one', () => {
  expect(clockDifference(60_000)).toBeUndefined()
  expect(clockDifference(-60_000)).toBeUndefined()
  expect(clockDifference(90_500)).toContain('91 seconds ahead of ours')
  expect(clockDifference(-120_000)).toContain('120 seconds behind ours')
})

it('dates a sent command by a registry clock that runs behind, and by ours when it runs ahead', () => {
  const sentAt = new Date('2027-01-01T12:00:00Z')
  expect(sentByRegistryClock(sentAt, -600_000)).toEqual(new Date('2027-01-01T11:50:00Z'))
  expect(sentByRegistryClock(sentAt, 7_200_000)).toEqual(sentAt)
})
