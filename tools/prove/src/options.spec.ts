import { readOptions } from './options'
import { planted } from './planted/planted'
import { Random } from './random'

describe('options', () => {
  it('run ten minutes of one random seed by default', () => {
    expect(readOptions([])).toEqual({ seeds: [expect.stringMatching(/^[0-9a-f]{8}$/)], minutes: 10, bugs: [] })
  })

  it('derive further seeds from the first one', () => {
    expect(readOptions(['--seed', 'a', '--seeds', '3', '--minutes', '2'])).toEqual({
      seeds: ['a', 'a-1', 'a-2'],
      minutes: 2,
      bugs: [],
    })
  })

  it('plant one bug, or each of them', () => {
    expect(readOptions(['--planted', 'message-lost']).bugs.map(({ name }) => name)).toEqual(['message-lost'])
    expect(readOptions(['--planted', 'all']).bugs).toEqual(planted)
  })

  it.each([['--minutes', '0'], ['--seeds', 'many'], ['--planted', 'unknown'], ['--other']])(
    'are refused with a reason: %s %s',
    (...args) => expect(() => readOptions(args)).toThrow(/must be|Unknown option/),
  )
})

describe('random numbers', () => {
  const drawn = (seed: string, thread: string) => Array.from({ length: 5 }, new Random(seed, thread).next)

  it('follow from the seed and the thread', () => {
    expect(drawn('a', 'parts')).toEqual(drawn('a', 'parts'))
    expect(drawn('a', 'parts')).not.toEqual(drawn('b', 'parts'))
    expect(drawn('a', 'parts')).not.toEqual(drawn('a', 'links'))
  })

  it('choose by weights', () => {
    const random = new Random('a', 'weights')
    const chosen = Array.from({ length: 1_000 }, () => random.weighted({ never: 0, often: 3, seldom: 1 }))
    const times = (key: string) => chosen.filter((each) => each === key).length
    expect(times('never')).toBe(0)
    expect(times('often')).toBeGreaterThan(2 * times('seldom'))
  })
})
