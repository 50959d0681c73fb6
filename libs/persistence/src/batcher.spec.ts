import { Batcher, KeyedBatcher } from './batcher'

let batches: number[][]
let open: () => void
let gate: Promise<void>

beforeEach(() => {
  batches = []
  gate = new Promise((resolve) => (open = resolve))
})

async function squaresOf(numbers: readonly number[]): Promise<number[]> {
  batches.push([...numbers])
  await gate
  if (numbers.includes(13)) throw new Error('thirteen')
  return numbers.map((number) => number * number)
}

const squares = (concurrency?: number) => new Batcher<number, number>(squaresOf, concurrency ? { concurrency } : {})

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('runs a lone item at once, and items that arrive meanwhile in one batch', async () => {
  const batcher = squares()
  const first = batcher.add(1)
  await turn()
  expect(batches).toEqual([[1]])
  const others = [2, 3, 4].map((number) => batcher.add(number))
  await turn()
  expect(batches).toEqual([[1]])
  open()
  expect(await Promise.all([first, ...others])).toEqual([1, 4, 9, 16])
  expect(batches).toEqual([[1], [2, 3, 4]])
})

it('runs as many batches at once as its concurrency allows', async () => {
  const batcher = squares(2)
  const results: Promise<number>[] = []
  for (const number of [1, 2, 3, 4]) {
    results.push(batcher.add(number))
    await turn()
  }
  expect(batches).toEqual([[1], [2]])
  open()
  expect(await Promise.all(results)).toEqual([1, 4, 9, 16])
  expect(batches).toEqual([[1], [2], [3, 4]])
})

it('runs each item of a failed batch again alone', async () => {
  open()
  const batcher = squares()
  const results = await Promise.allSettled([2, 13, 4].map((number) => batcher.add(number)))
  expect(results).toEqual([
    { status: 'fulfilled', value: 4 },
    { status: 'rejected', reason: new Error('thirteen') },
    { status: 'fulfilled', value: 16 },
  ])
  expect(batches).toEqual([[2, 13, 4], [2], [13], [4]])
  expect(await batcher.add(5)).toBe(25)
})

it('leaves the items beyond its limit for the next batch', async () => {
  open()
  const batcher = squares()
  await Promise.all(Array.from({ length: 100 }, (_, at) => batcher.add(at + 100)))
  expect(batches.map(({ length }) => length)).toEqual([64, 36])
})

it('runs the items of different keys at the same time, and those of one key one batch after the other', async () => {
  const seen: [string, number[]][] = []
  const batcher = new KeyedBatcher<string, number, number>((key, numbers) => {
    seen.push([key, [...numbers]])
    return squaresOf(numbers)
  })
  const first = [batcher.add('a', 1), batcher.add('b', 2)]
  await turn()
  const second = [batcher.add('a', 3), batcher.add('a', 4)]
  await turn()
  expect(seen).toEqual([
    ['a', [1]],
    ['b', [2]],
  ])
  open()
  expect(await Promise.all([...first, ...second])).toEqual([1, 4, 9, 16])
  expect(seen.slice(2)).toEqual([['a', [3, 4]]])
})

it('keeps nothing of a key whose items have all ended', async () => {
  const keyed = new KeyedBatcher(async (_: number, items: readonly string[]) => items)
  await Promise.all([1, 2, 3].flatMap((key) => [keyed.add(key, 'a'), keyed.add(key, 'b')]))
  await new Promise((resolve) => setImmediate(resolve))
  expect(Reflect.get(keyed, 'batchers')).toEqual(new Map())
})
