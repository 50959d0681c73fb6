import fc from 'fast-check'
import { propertySettings } from '@nameyard/testing/property'
import { PresentationError } from './presentation'
import { parseRdata, presentRdata, printRdata } from './record-type'
import { recordTypes } from './record-types'
import { mnemonicOf } from './type-code'

const codes = [...Array(260).keys()].filter((code) => !mnemonicOf(code).startsWith('TYPE'))
const types = [...codes, 65_280].flatMap((code) => recordTypes.get(mnemonicOf(code)) ?? [])

describe.each(types.map((type) => [type.name, type] as const))('the type %s', (_, type) => {
  it('reads back what it prints for random octets, or throws PresentationError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (octets) => {
        const rdata = read(`\\# ${octets.length} ${Buffer.from(octets).toString('hex')}`)
        if (rdata === undefined) return
        expect(parseRdata(type, printRdata(type, rdata))).toEqual(rdata)
        const { value, prio } = presentRdata(type, rdata)
        expect(parseRdata(type, value, prio)).toEqual(rdata)
      }),
      propertySettings(300),
    )
  })

  it('reads back what it prints for random text, or throws PresentationError', () => {
    const word = fc.oneof(
      fc.constantFrom('1', '.', 'a.b', '0', 'N', '\\', '"', 'alpn=', 'key9=', '!', '\\#'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const rdata = read(words.join(' '))
        if (rdata !== undefined) expect(parseRdata(type, printRdata(type, rdata))).toEqual(rdata)
      }),
      propertySettings(300),
    )
  })

  function read(value: string): Buffer | undefined {
    try {
      return parseRdata(type, value)
    } catch (error) {
      if (error instanceof PresentationError) return undefined
      throw error
    }
  }
})
