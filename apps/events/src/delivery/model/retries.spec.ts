import { PATIENCE_MS, pauseAfter } from './retries'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

it('waits three times as long after each attempt, but never longer than twelve hours', () => {
  const pauses = [1, 2, 3, 4, 9, 10, 1_000].map((attempts) => pauseAfter(attempts, 0.5))
  expect(pauses.slice(0, 5)).toEqual([5, 15, 45, 135, 32_805].map((seconds) => seconds * SECOND_MS))
  expect(pauses.slice(5)).toEqual([12 * HOUR_MS, 12 * HOUR_MS])
})

it('is up to a fifth shorter or longer', () => {
  expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([4 * SECOND_MS, 6 * SECOND_MS])
})

it('tries an event about fourteen times in three days', () => {
  let attempts = 0
  for (let ms = 0; ms < PATIENCE_MS; ms += pauseAfter(attempts, 0.5)) attempts++
  expect(attempts).toBe(14)
})
