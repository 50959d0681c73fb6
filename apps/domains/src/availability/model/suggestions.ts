import { parseDomainName } from '@nameyard/names/domain-name'
import { knownWords, relatedWords } from './related-words'

/** A name that may be suggested: one that can be registered, whether it is free or not. */
export interface Candidate {
  /** Lower case, A-labels: the form for requests to registries. */
  readonly name: string
  /** The label as people read it. */
  readonly label: string
  readonly extension: string
}

/** An extension to suggest names under, and whether its registry accepts letters beyond ASCII. */
export interface SuggestedExtension {
  readonly extension: string
  readonly hasIdn: boolean
}

/** A label with its rank: the smaller, the closer to the words. `only` names the one extension it makes sense under. */
interface Idea {
  readonly label: string
  readonly rank: number
  readonly only?: string
}

/** Common prefixes and suffixes of names of businesses and people, by language (ISO 639-2): the most usual first. */
const affixes: Record<string, { readonly before: readonly string[]; readonly after: readonly string[] }> = {
  eng: { before: ['my', 'get', 'the', 'go'], after: ['online', 'shop', 'web', 'hub', 'group'] },
  dut: { before: ['mijn', 'de', 'het'], after: ['online', 'winkel', 'web', 'groep'] },
  ger: { before: ['mein', 'das', 'die'], after: ['online', 'laden', 'web', 'gruppe'] },
  fre: { before: ['mon', 'le', 'la'], after: ['enligne', 'boutique', 'web', 'groupe'] },
  spa: { before: ['mi', 'el', 'la'], after: ['online', 'tienda', 'web', 'grupo'] },
  ita: { before: ['mio', 'il', 'la'], after: ['online', 'negozio', 'web', 'gruppo'] },
}
const terminologyCodes: Record<string, string> = { nld: 'dut', deu: 'ger', fra: 'fre' }

/** Roots that are left out when the caller asks for clean names. */
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

/** Ranks of the strategies; ideas of one strategy follow each other in steps of {@link STEP}. */
const EXACT = 0
const IN_ASCII = 1
const COMPLETED = 7
const HYPHENS = 8
const AFTER = 12
const RELATED = 13
const BEFORE = 16
const NEAR = 40
const SHORT = 50
const HYPHEN_AFTER = 60
const STEP = 5

/** Added to the rank for each further extension, so that an answer mixes strategies and extensions. */
const NEXT_EXTENSION = 5

/** A label with more characters than this is not easy to read or type, unless the words themselves are that long. */
const READABLE = 24

/**
 * Returns names that resemble some words, the closest first. Strategies: the words as one label and with hyphens, also
 * split into known words; a label that the extension completes (`gran.de`); related words; common prefixes and suffixes
 * of the language; both spellings of letters beyond ASCII; near spellings; initials. Leaves out names that cannot be
 * registered. Letters beyond ASCII are only suggested where the registry accepts them.
 */
export function candidates(
  text: string,
  extensions: readonly SuggestedExtension[],
  { language = 'eng', isClean = false }: { readonly language?: string | undefined; readonly isClean?: boolean } = {},
): readonly Candidate[] {
  const given =
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  if (given.length === 0) return []
  const found = new Map<string, Candidate & { readonly rank: number }>()
  for (const { label, rank, only } of ideas(given, extensions, terminologyCodes[language] ?? language)) {
    if (isClean && obscene.test(inAscii(label))) continue
    for (const [index, { extension, hasIdn }] of extensions.entries()) {
      if (only !== undefined && only !== extension) continue
      const parsed = parseDomainName(`${label}.${extension}`)
      if (!parsed.ok) continue
      const { ascii, unicode } = parsed.value
      if (!hasIdn && ascii.startsWith('xn--')) continue
      const ranked = rank + (only === undefined ? index * NEXT_EXTENSION : 0)
      if ((found.get(ascii)?.rank ?? Infinity) <= ranked) continue
      found.set(ascii, { name: ascii, label: unicode.slice(0, unicode.indexOf('.')), extension, rank: ranked })
    }
  }
  return [...found.values()].toSorted((a, b) => a.rank - b.rank)
}

function ideas(given: readonly string[], extensions: readonly SuggestedExtension[], language: string): Idea[] {
  const joined = given.join('')
  const words = given.length > 1 ? given : (splitWord(joined) ?? given)
  const { before, after } = affixes[language] ?? affixes['eng']!
  const inSteps = (labels: readonly string[], rank: number): Idea[] =>
    labels.map((label, index) => ({ label, rank: rank + index * STEP }))
  const plain: Idea[] = [
    { label: joined, rank: EXACT },
    ...(words.length > 1 ? [{ label: words.join('-'), rank: HYPHENS }] : []),
    ...inSteps(
      after.map((word) => joined + word),
      AFTER,
    ),
    ...inSteps(related(words), RELATED),
    ...inSteps(
      before.map((word) => word + joined),
      BEFORE,
    ),
    ...inSteps(nearSpellings(joined, language), NEAR),
    ...(words.length > 2
      ? inSteps([words.slice(0, 2).join(''), words.map((word) => [...word][0]).join('')], SHORT)
      : []),
    ...inSteps(
      after.map((word) => `${joined}-${word}`),
      HYPHEN_AFTER,
    ),
  ]
  const completed = extensions.flatMap(({ extension }): Idea[] => {
    const label = joined.slice(0, -extension.length)
    return joined.endsWith(extension) && [...label].length > 1 ? [{ label, rank: COMPLETED, only: extension }] : []
  })
  const longest = Math.max(READABLE, [...joined].length + 1)
  return [...plain, ...completed]
    .filter(({ label }) => [...label].length <= longest)
    .flatMap((idea) => [idea, { ...idea, label: inAscii(idea.label), rank: idea.rank + IN_ASCII }])
}

/** Splits a text without spaces into the fewest known words; undefined when known words do not cover it. */
function splitWord(text: string): string[] | undefined {
  const best: (string[] | undefined)[] = [[]]
  for (let end = 1; end <= text.length; end++) {
    for (let start = 0; start < end; start++) {
      const word = text.slice(start, end)
      const before = best[start]
      if (!before || !knownWords.has(word)) continue
      const shortest = best[end]
      if (!shortest || before.length + 1 < shortest.length) best[end] = [...before, word]
    }
  }
  const words = best[text.length]
  return words && words.length > 1 ? words : undefined
}

/** The words with one of them replaced by a related one; one word alone is also followed by its related words. */
function related(words: readonly string[]): string[] {
  const replaced = words.flatMap((word, at) =>
    relatedWords(word).map((other) => words.map((each, index) => (index === at ? other : each)).join('')),
  )
  if (words.length > 1) return replaced
  const [word] = words as [string]
  return relatedWords(word).flatMap((other) => [word + other, other])
}

/** Other spellings of a label: plural or singular, as it sounds, and in German with its umlauts. */
function nearSpellings(label: string, language: string): string[] {
  const number = label.endsWith('s') ? label.slice(0, -1) : `${label}s`
  const sounds = [label.replace('ph', 'f'), label.replace('ck', 'k'), label.replace(/([aeiou])er$/, '$1r')]
  const umlauts = label.replaceAll('ae', 'ä').replaceAll('oe', 'ö').replaceAll('ue', 'ü')
  return [number, ...(language === 'ger' ? [umlauts] : []), ...sounds].filter(
    (each) => each !== label && [...each].length > 2,
  )
}

function inAscii(label: string): string {
  const replaced = [...label].map((letter) => spelled[letter] ?? letter).join('')
  return replaced.normalize('NFD').replaceAll(/\p{M}/gu, '')
}
