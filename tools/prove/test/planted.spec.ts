import { invariants } from '../src/invariants/invariants'
import { checkPlanted } from '../src/planted/check-planted'
import { planted } from '../src/planted/planted'

describe.each(planted.map((bug) => [bug.name, bug] as const))('the planted bug %s', (_, bug) => {
  it('replaces a text that is once in its compiled file', () => expect(() => checkPlanted(bug)).not.toThrow())

  it('breaks an invariant', () => expect(invariants.map(({ name }) => name)).toContain(bug.breaks))
})

it('a planted bug whose text is gone is refused', () => {
  expect(() => checkPlanted({ ...planted[0]!, from: 'no such text' })).toThrow('0 times')
})
