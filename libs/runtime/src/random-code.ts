import { randomInt } from 'node:crypto'

/** Without the letters and digits that people mistake for each other. */
const letters = 'abcdefghjkmnpqrstuvwxyz'
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'
/** Those that XML need not escape. */
const marks = '!#%+:=?@'

/**
 * A code that cannot be guessed, such as an authInfo (RFC 5731 section 2.6), with at least one small letter, one
 * capital, one digit and one mark: registries refuse a code that lacks one of them. Each character has 6 bits.
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
