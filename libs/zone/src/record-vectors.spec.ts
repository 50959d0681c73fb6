import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseRdata, presentRdata, printRdata, type RecordType } from './record-type'
import { recordTypes } from './record-types'

/** Returns the lines of a table in `test/`, split into cells. */
function table(file: string): string[][] {
  const text = readFileSync(join(__dirname, '../test', file), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t')) // prettier-ignore
}

function typeNamed(mnemonic = ''): RecordType {
  return recordTypes.get(mnemonic) ?? fail(`no type ${mnemonic}`)
}
function fail(problem: string): never {
  throw new Error(problem)
}

const valid = table('valid-records.tsv')
const invalid = table('invalid-records.tsv')

it.each(valid)('reads and prints %s %s', (mnemonic, value = '', wire, canonical) => {
  const type = typeNamed(mnemonic)
  const rdata = parseRdata(type, value)
  expect(rdata.toString('hex')).toBe(wire)
  const printed = printRdata(type, rdata)
  expect(printed).toBe(canonical || value)
  expect(parseRdata(type, printed).toString('hex')).toBe(wire)
  const shown = presentRdata(type, rdata)
  expect(parseRdata(type, shown.value, shown.prio).toString('hex')).toBe(wire)
})

it.each(valid)('reads the wire form of %s %s in the generic form (RFC 3597)', (mnemonic, _value, wire = '') => {
  const value = `\\# ${wire.length / 2} ${wire}`
  expect(parseRdata(typeNamed(mnemonic), value).toString('hex')).toBe(wire)
})

it.each(invalid)('refuses %s %s: %s', (mnemonic, value = '', problem = '') => {
  const pattern = new RegExp(problem.replaceAll(/[\\*.()[\]]/g, '\\$&'))
  expect(() => parseRdata(typeNamed(mnemonic), value)).toThrow(expect.objectContaining({ name: 'PresentationError' }))
  expect(() => parseRdata(typeNamed(mnemonic), value)).toThrow(pattern)
})
