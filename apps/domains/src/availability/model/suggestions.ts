import { parseDomainName } from '@nameyard/names/domain-name'

/** A name that may be suggested: one that can be registered, whether it is free or not. */
export interface Candidate {
  /** Lower case, A-labels: as registries are asked. */
  readonly name: string
  /** The label as people read it. */
  readonly label: string
  readonly extension: string
}

/** An extension to suggest names under, and whether its registry takes letters beyond ASCII. */
export interface SuggestedExtension {
  readonly extension: string
  readonly hasIdn: boolean
}

/** What names of businesses and people begin and end with, by language (ISO 639-2): the most usual first. */
const affixes: Record<string, { readonly before: readonly string[]; readonly after: readonly string[] }> = {
  eng: { before: ['my', 'get', 'the', 'go'], after: ['online', 'shop', 'web', 'hub', 'group'] },
  dut: { before: ['mijn', 'de', 'het'], after: ['online', 'winkel', 'web', 'groep'] },
  ger: { before: ['mein', 'das', 'die'], after: ['online', 'laden', 'web', 'gruppe'] },
  fre: { before: ['mon', 'le', 'la'], after: ['enligne', 'boutique', 'web', 'groupe'] },
  spa: { before: ['mi', 'el', 'la'], after: ['online', 'tienda', 'web', 'grupo'] },
  ita: { before: ['mio', 'il', 'la'], after: ['online', 'negozio', 'web', 'gruppo'] },
}
const synonyms: Record<string, string> = { nld: 'dut', deu: 'ger', fra: 'fre' }

/** Roots that nobody is to be suggested who does not want them. */
const obscene = /fuck|shit|porn|cunt|whore|slut|bitch|nigg|rape|wank|dildo|xxx/

/** Letters that have a spelling of their own in ASCII; others lose their marks. */
const spelled: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  å: 'aa',
  ð: 'd',
  þ: 'th',
  ł: 'l',
}

/**
 * Names that resemble some words, the likest first: the words as one label under every extension, then with hyphens, then
 * in the spelling of ASCII, then with what names of that language begin and end with. One that cannot be registered is
 * left out; letters beyond ASCII are only where the registry takes them.
 */
export function candidates(
  text: string,
  extensions: readonly SuggestedExtension[],
  { language = 'eng', isClean = false }: { readonly language?: string | undefined; readonly isClean?: boolean } = {},
): readonly Candidate[] {
  const words =
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  if (words.length === 0) return []
  const { before, after } = affixes[synonyms[language] ?? language] ?? affixes['eng']!
  const joined = words.join('')
  const labels = [
    joined,
    ...(words.length > 1 ? [words.join('-')] : []),
    ...after.map((word) => joined + word),
    ...before.map((word) => word + joined),
    ...after.map((word) => `${joined}-${word}`),
    ...(words.length > 2 ? [words.slice(0, 2).join(''), words.map((word) => [...word][0]).join('')] : []),
  ]
  const spellings = labels.flatMap((label) => [...new Set([label, inAscii(label)])])
  const found = new Map<string, Candidate>()
  for (const label of spellings) {
    if (isClean && obscene.test(inAscii(label))) continue
    for (const { extension, hasIdn } of extensions) {
      const parsed = parseDomainName(`${label}.${extension}`)
      if (!parsed.ok) continue
      const { ascii, unicode } = parsed.value
      if (found.has(ascii) || (!hasIdn && ascii.startsWith('xn--'))) continue
      found.set(ascii, { name: ascii, label: unicode.slice(0, unicode.indexOf('.')), extension })
    }
  }
  return [...found.values()]
}

function inAscii(label: string): string {
  const replaced = [...label].map((letter) => spelled[letter] ?? letter).join('')
  return replaced.normalize('NFD').replaceAll(/\p{M}/gu, '')
}
