import { RestartDelay } from './restart-delay'

let now: number
let delay: RestartDelay
beforeEach(() => {
  now = 0
  delay = new RestartDelay(() => now)
})

/** The delay after an end that came so many milliseconds after the process was ready. */
const afterRunning = (ms: number): number => {
  delay.ready()
  now += ms
  return delay.ended()
}

it('doubles the delay from 1 s to 30 s for a process that never becomes ready', () => {
  const delays = Array.from({ length: 8 }, () => delay.ended())
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

it('doubles the delay for a process that ends within a minute', () => {
  expect([afterRunning(0), afterRunning(59_999), afterRunning(5)]).toEqual([1000, 2000, 4000])
})

it('starts again at one second for a process that ran for a minute', () => {
  for (let n = 0; n < 6; n++) delay.ended()
  expect(afterRunning(60_000)).toBe(1000)
  expect(delay.ended()).toBe(2000)
})

it('does not count the time between end and restart as running', () => {
  expect(afterRunning(10)).toBe(1000)
  now += 3_600_000
  expect(delay.ended()).toBe(2000)
})
