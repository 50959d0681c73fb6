/** Values for the placeholders of a sentence. */
export type SentenceDetails = Readonly<Record<string, string | number>>

/** The longest name in a sentence (wire rule 3). */
const LONGEST_NAME = 40

/** The shortest a name becomes to make room for the reason. */
const SHORTEST_NAME = 14

/** Details that explain the fault. They are shortened last, because half a reason does not help the client. */
const reasons: ReadonlySet<string> = new Set(['problem', 'reason'])

/** A sentence with all its details in full length. */
export function wholeSentence(template: string, details: SentenceDetails): string {
  return filled(template, details, Infinity, Infinity)
}

/**
 * Returns the sentence with names of at most 40 characters. While `fits` returns false, it is shortened: first the reason
 * loses a remark in parentheses at its end, then names become shorter, then the reason loses its last words.
 */
export function fittingSentence(
  template: string,
  given: SentenceDetails,
  fits: (sentence: string) => boolean = () => true,
): string {
  const usual = filled(template, given, LONGEST_NAME, Infinity)
  if (fits(usual)) return usual
  const details = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, reasons.has(key) ? withoutRemark(String(value)) : value]),
  )
  for (let name = LONGEST_NAME; name >= SHORTEST_NAME; name--) {
    const sentence = filled(template, details, name, Infinity)
    if (fits(sentence)) return sentence
  }
  const longest = Math.max(0, ...[...reasons].map((key) => [...String(details[key] ?? '')].length))
  for (let reason = longest - 1; reason > 0; reason--) {
    const sentence = filled(template, details, SHORTEST_NAME, reason)
    if (fits(sentence)) return sentence
  }
  const letters = [...filled(template, details, SHORTEST_NAME, 1)]
  while (letters.length > 0 && !fits(`${letters.join('').trimEnd()}…`)) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

function filled(template: string, details: SentenceDetails, name: number, reason: number): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(details[key] ?? key)
    if (reasons.has(key)) return cutAtWord(withShortWords(value, name), reason)
    return key === 'field' ? withoutBeginning(value, name) : withoutEnd(value, name)
  })
}

/** A reason may repeat a value of the client, which can have any length. */
function withShortWords(reason: string, length: number): string {
  return reason.replaceAll(/\S+/gu, (word) => withoutEnd(word, length))
}

function withoutRemark(reason: string): string {
  return reason.replace(/(\S) \([^()]*\)$/, '$1')
}

/** By code points, so that no character is cut in half. */
function withoutEnd(value: string, length: number): string {
  const letters = [...value]
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : value
}

/** Keeps the end: the last parts of a path identify the field. */
function withoutBeginning(value: string, length: number): string {
  const letters = [...value]
  return letters.length > length ? `…${letters.slice(1 - length).join('')}` : value
}

function cutAtWord(value: string, length: number): string {
  const letters = [...value]
  if (letters.length <= length) return value
  const cut = letters.slice(0, Math.max(0, length - 1)).join('')
  const atWord = cut.slice(0, Math.max(0, cut.lastIndexOf(' '))).replace(/[\s,;:.]+$/, '')
  // A single word longer than half of the length is cut anyway.
  return `${atWord.length * 2 > cut.length ? atWord : cut.trimEnd()}…`
}
