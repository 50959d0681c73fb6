import { timerReset, type RulesSeen } from './timer-reset'

const HOUR = 3_600_000

/**
 * Returns for each check of a replica whether it sets the timers; `timing` are its rules, `stored` those that timers are
 * set by.
 */
function checks(...each: readonly (readonly [timing: string, stored: string | undefined, atMs: number])[]): boolean[] {
  let seen: RulesSeen | undefined
  return each.map(([timing, stored, atMs]) => {
    const decision = timerReset(seen, timing, stored, atMs)
    seen = decision.seen
    return decision.isTurn
  })
}

test('sets timers at once that were never set, or not all of them', () => {
  expect(checks(['a', undefined, 0], ['a', 'a', 1])).toEqual([true, true])
})

test('sets timers by changed rules only after it has seen them twice', () => {
  expect(checks(['b', 'a', 0], ['b', 'a', 1])).toEqual([false, true])
  expect(checks(['a', 'a', 0], ['b', 'a', 1], ['b', 'a', 2])).toEqual([true, false, true])
})

test('leaves the timers to another release that has set them since', () => {
  expect(checks(['a', 'a', 0], ['a', 'b', 1], ['a', 'b', HOUR - 1])).toEqual([true, false, false])
})

test('sets the timers again an hour after another release did', () => {
  expect(checks(['b', 'b', 0], ['b', 'a', 1], ['b', 'a', HOUR], ['b', 'b', HOUR + 1])).toEqual([
    true,
    false,
    true,
    true,
  ])
})
