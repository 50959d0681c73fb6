import { presentRecord, type RecordGiven } from '@nameyard/zone/zone-record'
import { brakes } from '../../changing/model/brake'
import { parseAll } from '../../records/model/record-set'
import { changeSetOf, difference } from './difference'
import { stepsOf, undo } from './steps'

function zone(...lines: string[]) {
  const given = lines.map((line): RecordGiven => {
    const [name = '', ttl, type = '', ...value] = line.split(' ')
    return { name, type, value: value.join(' '), ttl: Number(ttl) }
  })
  const parsed = parseAll(given, 'example.com', { min: 60, max: 604_800 }, String)
  if (!parsed.ok) throw new Error(parsed.error.error.problem)
  return parsed.value
}
const shown = (records: ReturnType<typeof zone>) =>
  records.map(presentRecord).map(({ name, ttl, type, value }) => `${name.split('.')[0]} ${ttl} ${type} ${value}`)

const first = zone('a 600 A 192.0.2.1', 'a 600 A 192.0.2.2', 'b 600 A 192.0.2.3', 'c 600 TXT x')
const second = zone('a 600 A 192.0.2.1', 'a 600 A 192.0.2.9', 'b 900 A 192.0.2.3', 'd 600 TXT x')

it('shows a change record by record', () => {
  const steps = stepsOf(changeSetOf(difference(first, second)))
  const text = steps.map(({ was, is }) => [...shown(was ? [was] : []), '>', ...shown(is ? [is] : [])].join(' '))
  expect(text).toEqual([
    'c 600 TXT "x" >',
    'a 600 A 192.0.2.2 > a 600 A 192.0.2.9',
    '> d 600 TXT "x"',
    'b 600 A 192.0.2.3 > b 900 A 192.0.2.3',
  ])
})

it('undoes changes', () => {
  const third = zone('c 60 TXT x')
  const changes = [changeSetOf(difference(second, third)), changeSetOf(difference(first, second))]
  expect(shown(undo(third, changes)).toSorted()).toEqual(shown(first).toSorted())
  expect(shown(undo(third, changes.slice(0, 1))).toSorted()).toEqual(shown(second).toSorted())
})

it.each([
  [10, 3, false],
  [10, 4, true],
  [9, 9, false],
  [1_000, 301, true],
])('says whether a change of a zone of %i records that removes %i is guarded: %s', (records, removed, isBraked) => {
  expect(brakes(records, removed)).toBe(isBraked)
})
