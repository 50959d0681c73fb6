import { isWhole, sampled } from './sampling'

const parts = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']
const kindOf = (part: string) => part[0]!

describe('a sample', () => {
  it('has so many of each kind, in a whole run all, and is the same for the same seed', () => {
    const sample = sampled(parts, 2, kindOf)
    expect(sample.map(kindOf).sort().join('')).toBe(isWhole ? 'aaabbb' : 'aabb')
    expect(sampled(parts, 2, kindOf)).toEqual(sample)
  })

  it('has everything somewhere when it is chosen for many places', () => {
    const places = Array.from({ length: 100 }, (_, place) => sampled(parts, 1, kindOf, `place ${place}`))
    expect([...new Set(places.flat())].sort()).toEqual(parts)
  })
})
