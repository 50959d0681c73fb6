import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assignment, differences, merged, recordFile } from './extension-file'

const folder = mkdtempSync(join(tmpdir(), 'extension-file-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (text: string) => {
  const path = join(folder, 'record')
  writeFileSync(path, text)
  return path
}

describe('the file of a record', () => {
  it('may be JSON or YAML', () => {
    const record = { suffix: 'example', periods: { max: 2 } }
    expect(recordFile(file(JSON.stringify(record)))).toEqual(record)
    expect(recordFile(file('suffix: example # a comment\nperiods:\n  max: 2\n'))).toEqual(record)
  })

  it.each(['{"suffix": ', 'just a text', '- a list', ''])('is refused with the content %j', (text) => {
    expect(() => recordFile(file(text))).toThrow(/It (cannot be read as|must contain)/)
  })

  it('must exist', () => {
    expect(() => recordFile(join(folder, 'nothing'))).toThrow('It cannot be read as JSON or YAML')
  })
})

describe('flags', () => {
  it('set fields and fields of groups; values are JSON or texts', () => {
    const flags = ['suffix=example', 'periods.max=2', 'periods.min=1', 'isTraded=true', 'contacts.roles=["tech"]']
    expect(flags.reduce((fields, flag) => assignment(flag, fields), {})).toEqual({
      suffix: 'example',
      periods: { max: 2, min: 1 },
      isTraded: true,
      contacts: { roles: ['tech'] },
    })
  })

  it.each(['suffix', '=x', 'a b=1'])('are refused if they are no assignment: %s', (flag) => {
    expect(() => assignment(flag)).toThrow('It must be a field and a value')
  })
})

it('changes only the given fields of a group, and removes a field that is null', () => {
  expect(merged({ a: { b: 1, c: 2 }, d: [1, 2], e: 'x' }, { a: { c: 3 }, d: [3], e: null })).toEqual({
    a: { b: 1, c: 3 },
    d: [3],
  })
})

it('lists the fields in which two records differ', () => {
  expect(differences({ a: { b: 1, c: 2 }, d: [1], same: 1 }, { a: { b: 1, c: 3 }, d: [2], same: 1, e: 'x' })).toEqual([
    ['a.c', '2', '3'],
    ['d', '[1]', '[2]'],
    ['e', '', '"x"'],
  ])
})
