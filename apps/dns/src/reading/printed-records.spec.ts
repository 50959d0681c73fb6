import { PrintedRecords } from './printed-records'

const MEGABYTE = 1024 * 1024
const of = (state: string, megabytes: number) => ({ state, records: 'r'.repeat(megabytes * MEGABYTE) })

it('returns the records of an account and a name', () => {
  const printed = new PrintedRecords()
  printed.set(1, 'example.com', of('first', 1))
  printed.set(1, 'example.com', of('second', 1))
  expect(printed.get(1, 'example.com')?.state).toBe('second')
  expect(printed.get(2, 'example.com')).toBeUndefined()
})

it('forgets the zones that were not read for longest', () => {
  const printed = new PrintedRecords()
  for (const name of ['a', 'b', 'c']) printed.set(1, name, of(name, 10))
  printed.get(1, 'a')
  printed.set(1, 'd', of('d', 10))
  expect(['a', 'b', 'c', 'd'].map((name) => printed.get(1, name)?.state)).toEqual(['a', undefined, 'c', 'd'])
})

it('keeps no zone that is larger than all of its memory, and forgets replaced records', () => {
  const printed = new PrintedRecords()
  printed.set(1, 'large', of('large', 33))
  expect(printed.get(1, 'large')).toBeUndefined()
  for (let at = 0; at < 5; at++) printed.set(1, 'replaced', of(String(at), 20))
  expect(printed.get(1, 'replaced')?.state).toBe('4')
})
