import { Gathering } from './gathering'

let asked: number[][]
let open: () => void
let gate: Promise<void>

beforeEach(() => {
  asked = []
  gate = new Promise((resolve) => (open = resolve))
})

const squares = (places?: number) =>
  new Gathering<number, number>(async (numbers) => {
    asked.push([...numbers])
    await gate
    if (numbers.includes(13)) throw new Error('thirteen')
    return numbers.map((number) => number * number)
  }, places)

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('asks at once what comes alone, and together what comes meanwhile', async () => {
  const gathering = squares()
  const first = gathering.ask(1)
  await turn()
  expect(asked).toEqual([[1]])
  const others = [2, 3, 4].map((number) => gathering.ask(number))
  await turn()
  expect(asked).toEqual([[1]])
  open()
  expect(await Promise.all([first, ...others])).toEqual([1, 4, 9, 16])
  expect(asked).toEqual([[1], [2, 3, 4]])
})

it('asks further ones meanwhile where there are places', async () => {
  const gathering = squares(2)
  const answers: Promise<number>[] = []
  for (const number of [1, 2, 3, 4]) {
    answers.push(gathering.ask(number))
    await turn()
  }
  expect(asked).toEqual([[1], [2]])
  open()
  expect(await Promise.all(answers)).toEqual([1, 4, 9, 16])
  expect(asked).toEqual([[1], [2], [3, 4]])
})

it('asks each alone where the answer to several fails', async () => {
  open()
  const gathering = squares()
  const answers = await Promise.allSettled([2, 13, 4].map((number) => gathering.ask(number)))
  expect(answers).toEqual([
    { status: 'fulfilled', value: 4 },
    { status: 'rejected', reason: new Error('thirteen') },
    { status: 'fulfilled', value: 16 },
  ])
  expect(asked).toEqual([[2, 13, 4], [2], [13], [4]])
  expect(await gathering.ask(5)).toBe(25)
})

it('leaves for the next statement what is too many for one', async () => {
  open()
  const gathering = squares()
  await Promise.all(Array.from({ length: 100 }, (_, at) => gathering.ask(at + 100)))
  expect(asked.map(({ length }) => length)).toEqual([64, 36])
})
