import { Turns } from './turns'

/** Works that end one by one, and how many run. */
function works() {
  const ends: (() => void)[] = []
  const begun: number[] = []
  const work = (number: number) => () => {
    begun.push(number)
    return new Promise<number>((resolve) => ends.push(() => resolve(number)))
  }
  return { begun, ends, work }
}

it('does the given number at the same time, and the others in their order', async () => {
  const turns = new Turns(2, 10)
  const { begun, ends, work } = works()
  const all = [1, 2, 3, 4].map((number) => turns.take(work(number)))
  expect(begun).toEqual([1, 2])
  ends[1]!()
  expect(await all[1]).toBe(2)
  expect(begun).toEqual([1, 2, 3])
  for (const at of [0, 2]) ends[at]!()
  expect(await Promise.all([all[0], all[2]])).toEqual([1, 3])
  ends[3]!()
  expect(await all[3]).toBe(4)
})

it('goes on after a work that fails', async () => {
  const turns = new Turns(1, 10)
  const failed = turns.take(() => Promise.reject(new Error('no')))
  const next = turns.take(() => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await turns.take(() => Promise.resolve('again'))).toBe('again')
})

it('refuses a work when too many wait', async () => {
  const turns = new Turns(1, 1)
  const { ends, work } = works()
  const [first, second] = [turns.take(work(1)), turns.take(work(2))]
  await expect(turns.take(work(3))).rejects.toMatchObject({ refusal: 'service_unavailable' })
  ends[0]!()
  await first
  ends[1]!()
  expect(await second).toBe(2)
})
