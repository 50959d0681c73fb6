import { redoing, type Remembered } from './redoing'

const HOUR = 3_600_000

/** What a replica does at each look, whose rules and those that timers are set by are given. */
function looks(...each: readonly (readonly [timing: string, kept: string | undefined, atMs: number])[]): boolean[] {
  let remembered: Remembered | undefined
  return each.map(([timing, kept, atMs]) => {
    const looked = redoing(remembered, timing, kept, atMs)
    remembered = looked.remembered
    return looked.isTurn
  })
}

test('timers that were never set by rules, or not all yet, are set at once', () => {
  expect(looks(['a', undefined, 0], ['a', 'a', 1])).toEqual([true, true])
})

test('rules that are new here are seen twice', () => {
  expect(looks(['b', 'a', 0], ['b', 'a', 1])).toEqual([false, true])
  expect(looks(['a', 'a', 0], ['b', 'a', 1], ['b', 'a', 2])).toEqual([true, false, true])
})

test('of two releases side by side the older one leaves the timers to the newer one', () => {
  expect(looks(['a', 'a', 0], ['a', 'b', 1], ['a', 'b', HOUR - 1])).toEqual([true, false, false])
})

test('a release that stays has its way in the end', () => {
  expect(looks(['b', 'b', 0], ['b', 'a', 1], ['b', 'a', HOUR], ['b', 'b', HOUR + 1])).toEqual([true, false, true, true])
})
