import { inOrder, type Waiting } from './in-order'

const event = (id: string, previous: string | null = null, isReady = previous === null): Waiting => ({
  id,
  previous,
  isReady,
})

const idsOf = (given: readonly Waiting[]) => {
  const { ready, held } = inOrder(given)
  return [ready, held].map((each) => each.map(({ id }) => id).join(' '))
}

it('keeps the order of events that wait for nothing', () => {
  expect(idsOf([event('b'), event('a'), event('c')])).toEqual(['b a c', ''])
})

it('puts an event behind the one of its object before it, and leaves the others where they are', () => {
  expect(idsOf([event('a3', 'a2'), event('b1'), event('a2', 'a1'), event('a1'), event('b2', 'b1')])).toEqual([
    'b1 a1 a2 a3 b2',
    '',
  ])
})

it('holds an event while the one before it is missing, and all that follow', () => {
  expect(idsOf([event('a2', 'a1'), event('a3', 'a2'), event('b1')])).toEqual(['b1', 'a2 a3'])
})

it('does not wait for an event that is in the log or no longer kept', () => {
  expect(idsOf([event('a3', 'a2'), event('a2', 'a1', true)])).toEqual(['a2 a3', ''])
})

it('waits for an event that is given, even if it is no longer kept', () => {
  expect(idsOf([event('a2', 'a1', true), event('a1')])).toEqual(['a1 a2', ''])
})

it('does not hold events that are ready and name each other', () => {
  expect(idsOf([event('a', 'b', true), event('b', 'a', true)])).toEqual(['a b', ''])
})

it('adds two events that name the same one before them', () => {
  expect(idsOf([event('a'), event('b', 'a'), event('c', 'a')])).toEqual(['a b c', ''])
})
