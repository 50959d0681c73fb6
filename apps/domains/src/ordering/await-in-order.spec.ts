import { awaitInOrder } from './await-in-order'

const later = <Answer>(answer: () => Answer) => new Promise<void>((resolve) => setImmediate(resolve)).then(answer)
const refused = (word: string) => () => {
  throw new Error(word)
}

it('returns the answers in the order of the requests', async () => {
  await expect(
    awaitInOrder(
      later(() => 'a group'),
      undefined,
      Promise.resolve(2),
    ),
  ).resolves.toEqual(['a group', undefined, 2])
})

it('throws the first refusal in the list, even if another one arrives earlier', async () => {
  const group = later(refused('no such group'))
  const handle = Promise.resolve().then(refused('no such handle'))
  await expect(awaitInOrder(group, handle)).rejects.toThrow('no such group')
})
