import type { FieldKind } from './field'
import { PresentationError } from './presentation'
import { codeOf, mnemonicOf } from './type-code'
import { WireError } from './wire'

/** Types by mnemonic, on the wire as a bit each, in windows of 256 (RFC 4034 4.1.2); the codes, ascending. */
export const typeBitmap: FieldKind<readonly number[]> = {
  parse(reader, field) {
    const codes = new Set<number>()
    while (!reader.done) {
      const word = reader.word(field)
      const code = codeOf(word.toUpperCase())
      if (code === undefined) throw new PresentationError(`${field} ${word} is not a type`)
      codes.add(code)
    }
    return [...codes].sort((one, other) => one - other)
  },
  print: (value) => value.map(mnemonicOf).join(' '),
  write(writer, value) {
    const windows = new Map<number, Buffer>()
    for (const code of value) {
      const bits = windows.get(code >> 8) ?? Buffer.alloc(32)
      bits[(code & 0xff) >> 3]! |= 0x80 >> (code & 7)
      windows.set(code >> 8, bits)
    }
    for (const [window, bits] of windows) {
      const octets = bits.findLastIndex((octet) => octet !== 0) + 1
      writer.uint8(window).characterString(bits.subarray(0, octets))
    }
  },
  read(reader) {
    const codes: number[] = []
    let last = -1
    while (reader.remaining > 0) {
      const window = reader.uint8()
      const bits = reader.characterString()
      if (window <= last) throw new WireError('the windows of the bitmap are not in order')
      if (bits.length === 0 || bits.length > 32) throw new WireError('a window of the bitmap has not 1 to 32 octets')
      last = window
      for (let bit = 0; bit < bits.length * 8; bit++) {
        if ((bits[bit >> 3] as number) & (0x80 >> (bit & 7))) codes.push((window << 8) | bit)
      }
    }
    return codes
  },
}
