import { matchesTopic } from './exchange'

describe('topic matching', () => {
  it.each([
    ['a.b', 'a.b', true],
    ['a.b', 'a.c', false],
    ['a.*', 'a.b', true],
    ['a.*', 'a', false],
    ['a.*', 'a.b.c', false],
    ['*', '', true],
    ['#', '', true],
    ['#', 'a.b.c', true],
    ['a.#', 'a', true],
    ['a.#', 'a.b.c', true],
    ['a.#', 'b.a', false],
    ['#.z', 'z', true],
    ['#.z', 'a.z.z', true],
    ['#.z', 'a.z.b', false],
    ['a.#.z', 'a.z', true],
    ['a.#.m.#.z', 'a.b.m.m.y.z', true],
    ['a.#.m.#.z', 'a.b.z', false],
    ['*.#', '', true],
    ['#.*', 'a', true],
    ['a.#.*', 'a', false],
  ])('%s and %s: %s', (pattern, key, expected) => {
    expect(matchesTopic(pattern.split('.'), key.split('.'))).toBe(expected)
  })

  it('matches a hostile pattern in linear time', () => {
    const pattern = [...Array.from({ length: 40 }, () => ['#', 'a']).flat(), 'b']
    expect(matchesTopic(pattern, Array<string>(120).fill('a'))).toBe(false)
  })
})
