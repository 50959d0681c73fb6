import { InHand } from './in-hand'

/** Work that ends when the test says so. */
function work() {
  let finish: () => void = () => undefined
  const end = new Promise<void>((resolve) => (finish = resolve))
  return { end, finish }
}

/** Lets everything run that waits for nothing but promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the operations in hand', () => {
  it('leave room for a routine look when fewer of its account are in hand than it has sessions', async () => {
    const inHand = new InHand()
    const [one, two, other] = [work(), work(), work()]
    void inHand.add('busy', 'one', one.end)
    void inHand.add('busy', 'two', two.end)
    void inHand.add('other', 'three', other.end)
    let hasRoom = false
    const room = inHand.room('busy', 1).then(() => (hasRoom = true))
    await inHand.room('busy', 3)
    await inHand.room('other', 2)
    one.finish()
    await settle()
    expect(inHand.busy('busy')).toBe(1)
    expect(hasRoom).toBe(false)
    two.finish()
    await room
    expect(inHand.busy('busy')).toBe(0)
  })

  it('keep no failed operation', async () => {
    const inHand = new InHand()
    await expect(inHand.add('busy', 'one', Promise.reject(new Error('no database')))).rejects.toThrow('no database')
    expect(inHand.has('one')).toBe(false)
    await inHand.ended()
    await inHand.without('one')
  })
})
