import { randomInt } from 'node:crypto'

/** Without the letters and digits that people mistake for each other. */
const letters = 'abcdefghjkmnpqrstuvwxyz'
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'
const marks = '!#%+:=?@'

const LENGTH = 24

/**
 * An authInfo nobody can guess: 24 of 63 characters are 143 bits, above the 128 of RFC 9154 section 4.1, with at least
 * one of each kind, since registries ask for that.
 */
export function generateAuthCode(): string {
  const all = letters + capitals + digits + marks
  const pick = (from: string) => from[randomInt(from.length)]!
  const code = [letters, capitals, digits, marks].map(pick)
  while (code.length < LENGTH) code.push(pick(all))
  for (let last = code.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[code[last], code[other]] = [code[other]!, code[last]!]
  }
  return code.join('')
}
