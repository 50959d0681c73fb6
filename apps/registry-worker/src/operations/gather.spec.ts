import { Gather } from './gather'

describe('requests that are gathered', () => {
  it('share a go when they are made together, and have each their own result', async () => {
    const goes: (readonly number[])[] = []
    const gather = new Gather(async (items: readonly number[]) => {
      goes.push(items)
      return items.map((item) => item * 2)
    })
    expect(await Promise.all([1, 2, 3].map((item) => gather.ask(item)))).toEqual([2, 4, 6])
    expect(goes).toEqual([[1, 2, 3]])
  })

  it('wait while two goes are under way, and then go together', async () => {
    const ends: (() => void)[] = []
    const goes: (readonly number[])[] = []
    const gather = new Gather(async (items: readonly number[]) => {
      goes.push(items)
      await new Promise<void>((resolve) => ends.push(resolve))
      return items
    })
    const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
    const asked = []
    for (const item of [1, 2, 3, 4]) {
      asked.push(gather.ask(item))
      await turn()
    }
    expect(goes).toEqual([[1], [2]])
    ends.splice(0).forEach((end) => end())
    await turn()
    expect(goes).toEqual([[1], [2], [3, 4]])
    ends.splice(0).forEach((end) => end())
    expect(await Promise.all(asked)).toEqual([1, 2, 3, 4])
  })

  it('are tried alone when they fail together', async () => {
    const gather = new Gather(async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('not 2')
      return items
    })
    const [one, two, three] = await Promise.allSettled([1, 2, 3].map((item) => gather.ask(item)))
    expect([one, three]).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'fulfilled', value: 3 },
    ])
    expect(two).toMatchObject({ status: 'rejected' })
  })
})
