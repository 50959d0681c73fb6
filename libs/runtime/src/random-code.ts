import { randomInt } from 'node:crypto'

/** Without letters and digits that people confuse. */
const letters = 'abcdefghjkmnpqrstuvwxyz'
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'
/** Characters that XML does not escape. */
const marks = '!#%+:=?@'

/**
 * Returns a code that cannot be guessed, such as an authInfo (RFC 5731 section 2.6). It has at least one small letter,
 * one capital, one digit and one mark, because registries refuse a code without one of them. Each character has 6 bits.
 */
export function randomCode(length: number): string {
  const all = letters + capitals + digits + marks
  const pick = (from: string) => from[randomInt(from.length)]!
  const code = [letters, capitals, digits, marks].map(pick)
  while (code.length < length) code.push(pick(all))
  for (let last = code.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[code[last], code[other]] = [code[other]!, code[last]!]
  }
  return code.join('')
}
