import { dictionary } from '@zxcvbn-ts/language-common'

/** About 49,000 passwords that were found most often in published leaks, in lower case. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Returns whether a password is on the list of common ones, or a small change of one. */
export function isCommonPassword(password: string): boolean {
  return derivationsOf(password).some((each) => common.has(each))
}

/** Returns whether a password is one of the names, or a small change of one. */
export function isDerivedFrom(password: string, names: readonly string[]): boolean {
  const guesses = new Set(names.map(lettersOf).filter((name) => name !== ''))
  return derivationsOf(password).some((each) => guesses.has(each))
}

/**
 * Returns the texts whose small change a password may be: itself in lower case, without spaces and punctuation, the part
 * that it repeats, and both without digits at their ends. Only whole passwords are compared, not the words in them (NIST
 * SP 800-63B-4 section 3.1.1.2). Digits are removed only while most of the password is left.
 */
function derivationsOf(password: string): readonly string[] {
  const letters = lettersOf(password)
  const name = letters.replace(/^\d+/, '').replace(/\d+$/, '')
  const cores = name.length * 2 > letters.length ? [letters, name] : [letters]
  const texts = [password.normalize('NFKC').toLowerCase(), ...cores.flatMap((each) => [each, repeatedPart(each)])]
  return texts.filter((each) => each !== '')
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Returns the shortest text whose repetition begins with the given one: `abcabca` repeats `abc`. */
function repeatedPart(text: string): string {
  // borders[i]: length of the longest text that both begins and ends the first i characters.
  const borders = [0, 0]
  for (let end = 1, border = 0; end < text.length; end++) {
    while (border > 0 && text[end] !== text[border]) border = borders[border]!
    if (text[end] === text[border]) border += 1
    borders[end + 1] = border
  }
  const period = text.length - (borders[text.length] ?? 0)
  return text.length >= period * 1.5 ? text.slice(0, period) : text
}
