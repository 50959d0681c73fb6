import { lacksShares, sharesToGive, sharesToTake } from './parts'

const counts = [1, 2, 3, 4, 7, 10]
const accounts = [1, 2, 5, 8, 30, 300]
const cases = counts.flatMap((workers) => accounts.map((all) => ({ workers, all })))

/** The shares of each worker after every one has checked once, and the ones that are still free. */
function afterOneCheck(all: number, before: readonly number[]) {
  let free = all - before.reduce((sum, held) => sum + held, 0)
  const held = before.map((each) => {
    const taken = sharesToTake({ all, free, held: each, workers: before.length })
    free -= taken
    return each + taken
  })
  return { held, free }
}

describe('the shares of the work', () => {
  it.each(cases)(
    'all have a holder after one check of each of $workers workers: $all from nothing',
    ({ workers, all }) => {
      const { held, free } = afterOneCheck(all, Array<number>(workers).fill(0))
      expect(free).toBe(0)
      expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(Math.ceil(all / workers))
    },
  )

  it.each(cases)(
    'all have a holder again after one check of $workers workers, when others of $all have ended',
    (given) => {
      const { workers, all } = given
      for (let first = 0; first <= all; first++) {
        const before = Array.from({ length: workers }, (_, number) => (number === 0 ? first : 0))
        expect(afterOneCheck(all, before).free).toBe(0)
        expect(afterOneCheck(all, before.toReversed()).free).toBe(0)
      }
    },
  )

  it.each(cases)('move from one worker to $workers until each has its part of $all', ({ workers, all }) => {
    const held = Array.from({ length: workers }, (_, number) => (number === 0 ? all : 0))
    const lacks = (each: number) => lacksShares({ all, free: 0, held: each, workers })
    for (let request = 0; request < 10 * all && held.some(lacks); request++) {
      const asking = held.findIndex(lacks)
      const asked = held[asking]!
      held.forEach((each, giver) => {
        const given = giver === asking ? 0 : sharesToGive({ all, held: each, asked, workers })
        held[giver]! -= given
        held[asking]! += given
      })
    }
    expect(held.filter(lacks)).toEqual([])
    expect(held.reduce((sum, each) => sum + each, 0)).toBe(all)
  })

  it('stay where they are when giving one would only reverse the difference', () => {
    expect(sharesToGive({ all: 9, held: 5, asked: 4, workers: 2 })).toBe(0)
    expect(sharesToGive({ all: 10, held: 6, asked: 4, workers: 2 })).toBe(1)
  })

  it.each(cases)(
    'leave one worker its part of $all, when $workers ask it all the time and say that they have none',
    (given) => {
      const { workers, all } = given
      let held = all
      for (let request = 0; request < 10 * all; request++) held -= sharesToGive({ all, held, asked: 0, workers })
      expect(held).toBeGreaterThanOrEqual(Math.floor(all / workers))
    },
  )
})
