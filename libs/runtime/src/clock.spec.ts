import { SettableClock } from '@nameyard/testing/clock'
import { Clock } from './clock'

const HOUR = 3_600_000

describe('the clock', () => {
  it("shows the machine's time unless it is put ahead", () => {
    const clock = new SettableClock(new Date('2027-03-01T12:00:00Z'))
    expect(clock.now()).toEqual(clock.machineNow())
    expect([clock.epochMs(), clock.machineMs()]).toEqual([clock.now().getTime(), clock.now().getTime()])
  })

  it("puts the platform's time ahead and does not change the machine's time", () => {
    const clock = new SettableClock(new Date('2027-03-01T12:00:00Z'))
    clock.putAhead(HOUR)
    expect(clock.now()).toEqual(new Date('2027-03-01T13:00:00Z'))
    expect(clock.machineNow()).toEqual(new Date('2027-03-01T12:00:00Z'))
    clock.advance(HOUR)
    expect(clock.now()).toEqual(new Date('2027-03-01T14:00:00Z'))
  })

  it('never runs back, and is not put ahead twice by the same value', () => {
    const clock = new SettableClock(new Date('2027-03-01T12:00:00Z'))
    for (const ahead of [2 * HOUR, 2 * HOUR, HOUR]) clock.putAhead(ahead)
    expect(clock.now()).toEqual(new Date('2027-03-01T14:00:00Z'))
  })

  it('continues to run after it was put ahead', () => {
    const clock = new Clock()
    const before = clock.epochMs()
    clock.putAhead(HOUR)
    expect(clock.epochMs()).toBeGreaterThanOrEqual(before + HOUR)
    expect(clock.machineMs()).toBeLessThan(before + HOUR)
  })
})

describe('a clock that is held', () => {
  it("stops the platform's time until it is released or the hold expires", () => {
    const clock = new SettableClock(new Date('2027-03-01T12:00:00Z'))
    clock.putAhead(HOUR)
    clock.hold(new Date('2027-03-01T13:00:00Z'), 5_000)
    clock.advance(4_000)
    expect(clock.now()).toEqual(new Date('2027-03-01T13:00:00Z'))
    expect(clock.machineNow()).toEqual(new Date('2027-03-01T12:00:04Z'))
    clock.advance(1_000)
    expect(clock.now()).toEqual(new Date('2027-03-01T13:00:05Z'))
    clock.hold(new Date('2027-03-01T13:00:05Z'), 5_000)
    clock.hold(undefined)
    clock.advance(1_000)
    expect(clock.now()).toEqual(new Date('2027-03-01T13:00:06Z'))
  })
})
