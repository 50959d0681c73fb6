import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'

/** Letters whose ASCII form is not the letter without its mark. */
const letters: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'oe', å: 'aa', œ: 'oe', ð: 'd', þ: 'th', ł: 'l', đ: 'd' },
}

/** The text in ASCII as far as it is in Latin script; other letters stay, and the registry refuses them. */
export function ascii(text: string): string {
  const spelled = text.normalize('NFC').replace(/[äöüßæøåœðþłđ]/gi, (letter) => spellingOf(letter))
  return spelled.normalize('NFD').replace(/\p{Mn}/gu, '')
}

function spellingOf(letter: string): string {
  const spelling = letters[letter.toLowerCase()] ?? letter
  return letter === letter.toLowerCase() ? spelling : spelling.charAt(0).toUpperCase() + spelling.slice(1)
}

/** A person whose name and address are in ASCII, for registries that take no other form (RFC 5733 section 2.6: `int`). */
export function inAscii(person: ContactSnapshot): ContactSnapshot {
  const { name, organization, street, city, stateOrProvince } = person
  return {
    ...person,
    name: ascii(name),
    street: street.map(ascii),
    city: ascii(city),
    ...(organization !== undefined && { organization: ascii(organization) }),
    ...(stateOrProvince !== undefined && { stateOrProvince: ascii(stateOrProvince) }),
  }
}
