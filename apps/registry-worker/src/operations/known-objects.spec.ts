import { KnownObjects } from './known-objects'

describe('known objects', () => {
  it('are known at their account until they are deleted', () => {
    const known = new KnownObjects()
    known.add('one', 'NY-A')
    expect([known.has('one', 'NY-A'), known.has('other', 'NY-A')]).toEqual([true, false])
    known.delete('one', 'NY-A')
    expect(known.has('one', 'NY-A')).toBe(false)
  })

  it('are dropped when there are too many, the least recently used first', () => {
    const known = new KnownObjects()
    known.add('one', 'asked for')
    known.add('one', 'forgotten')
    for (let n = 2; n < 50_000; n++) known.add('one', `id-${n}`)
    known.has('one', 'asked for')
    known.add('one', 'one too many')
    expect([known.has('one', 'asked for'), known.has('one', 'forgotten')]).toEqual([true, false])
  })
})
