import type { FieldKind } from './field'
import { PresentationError } from './presentation'

/** RDATA of any type in the generic form: `\#`, the number of octets, the octets in hexadecimal (RFC 3597 section 5). */
export const unknownRdata: FieldKind<Buffer> = {
  parse(reader, field) {
    if (reader.word(field) !== '\\#')
      throw new PresentationError(`${field} of this type is written as \\# length octets`)
    const length = reader.word('length')
    const digits = reader.done ? '' : reader.rest(field).replaceAll(/[ \t]/g, '')
    if (!/^\d+$/.test(length) || !/^([0-9a-f]{2})*$/i.test(digits)) {
      throw new PresentationError(`${field} is not a length and an even number of hexadecimal digits`)
    }
    if (Number(length) !== digits.length / 2) {
      throw new PresentationError(`length is ${length}, and ${digits.length / 2} octets follow`)
    }
    return Buffer.from(digits, 'hex')
  },
  // PowerDNS reads `\# 0` only with a blank after it.
  print(value, { portable }) {
    const text = `\\# ${value.length} ${value.toString('hex')}`
    return portable ? text : text.trimEnd()
  },
  write: (writer, value) => void writer.bytes(value),
  read: (reader) => reader.rest(),
}

/** Whether a text is in the generic form. */
export function isUnknownForm(text: string): boolean {
  return /^[ \t]*\\#([ \t]|$)/.test(text)
}
