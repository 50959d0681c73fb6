import { askedTogether } from './asked-together'

const later = <Answer>(answer: () => Answer) => new Promise<void>((resolve) => setImmediate(resolve)).then(answer)
const refused = (word: string) => () => {
  throw new Error(word)
}

it('answers as it was asked', async () => {
  await expect(
    askedTogether(
      later(() => 'a group'),
      undefined,
      Promise.resolve(2),
    ),
  ).resolves.toEqual(['a group', undefined, 2])
})

it('is refused for the first mistake, though another is told sooner', async () => {
  const group = later(refused('no such group'))
  const handle = Promise.resolve().then(refused('no such handle'))
  await expect(askedTogether(group, handle)).rejects.toThrow('no such group')
})
