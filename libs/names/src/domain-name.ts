/**
 * Glossary.
 *
 * - **label**: one part of a name between dots, 1 to 63 octets (RFC 1035 2.3.4).
 * - **A-label / U-label**: the ASCII and the Unicode spelling of an internationalized label (RFC 5890 2.3.2.1).
 * - **LDH**: letters, digits and hyphen, the alphabet of host names (RFC 1123 2.1).
 * - **extension**: the public part of a registered name, one or more labels: `com`, `co.uk`.
 */
import { isALabel, isInternationalized, toALabel, toUnicode } from './idna'

/** Octets of the longest label (RFC 1035 2.3.4). */
const MAX_LABEL_OCTETS = 63

/** Characters of the longest name without its final dot: 255 octets on the wire, less the first length and the root. */
export const MAX_NAME_CHARACTERS = 253

/** A domain name as it is compared and stored, and as people read it. Neither spelling has a final dot. */
export interface DomainName {
  /** Lower case, A-labels. */
  readonly ascii: string
  /** Lower case, U-labels. */
  readonly unicode: string
  /** The labels of `ascii`, leftmost first. */
  readonly labels: readonly string[]
}

/** Why a text is not a domain name. */
export interface NameError {
  readonly kind:
    | 'name_empty'
    | 'name_too_long'
    | 'label_empty'
    | 'label_too_long'
    | 'character_invalid'
    | 'hyphen_misplaced'
    | 'wildcard_misplaced'
    | 'idna_invalid'
  /** The wrong label as it was given, or the whole name when no single label is wrong. */
  readonly label: string
  /** What is wrong; messages show it after the name of the field. */
  readonly problem: string
}

export type Parsed<Value, Fault = NameError> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Fault }

/** What a name may contain beyond LDH. */
export interface NameForm {
  /**
   * Allows `_` and hyphens anywhere, as in owner names and targets of records (RFC 2181 11, RFC 8552). Also allows
   * labels such as `0/25`, for a part of 256 addresses in reverse zones (RFC 2317 section 4). Otherwise the rules of
   * registrable names apply: RFC 1123 2.1, and RFC 5891 4.2.3.1 for `--`.
   */
  readonly underscore?: boolean
  /** Allows `*` as the leftmost label (RFC 4592 2.1.1). */
  readonly wildcard?: boolean
  /** Allows `\.` for a dot within a label, as in zone files (RFC 1035 section 5.1). The result keeps the backslash. */
  readonly escapedDots?: boolean
}

/** UTS 46 treats these characters as dots; East Asian keyboards produce them. */
const dots = /[.\u3002\uff0e\uff61]/u
const unescapedDots = /(?<!\\)[.\u3002\uff0e\uff61]/u

/**
 * Reads a domain name in any letter case, with A-labels or U-labels, with or without the final dot.
 * The root alone is not a domain name here.
 */
export function parseDomainName(text: string, form: NameForm = {}): Parsed<DomainName> {
  const given = text.split(form.escapedDots ? unescapedDots : dots)
  if (given.length > 1 && given.at(-1) === '') given.pop()
  if (given.length === 1 && given[0] === '') return refuse('name_empty', text, 'the name is empty')

  const labels: string[] = []
  for (const [index, label] of given.entries()) {
    if (form.wildcard && index === 0 && label === '*') labels.push(label)
    else {
      const parsed = parseLabel(label, form)
      if (!parsed.ok) return parsed
      labels.push(parsed.value)
    }
  }
  const ascii = labels.join('.')
  const length = lengthOf(ascii)
  if (length > MAX_NAME_CHARACTERS) {
    return refuse('name_too_long', text, `the name has ${length} characters, at most ${MAX_NAME_CHARACTERS} fit`)
  }
  return { ok: true, value: { ascii, unicode: toUnicode(ascii), labels } }
}

/** Number of characters of a name or a label on the wire, where an escaped dot has no backslash. */
export function lengthOf(name: string): number {
  return name.includes('\\') ? name.replaceAll('\\', '').length : name.length
}

/** Labels of owner names and of targets of records, including those of reverse zones. */
const recordLabel = /^(?:[a-z0-9_-]+|\d{1,3}\/\d{1,2})$/
const recordLabelWithDots = /^(?:(?:[a-z0-9_-]|\\\.)+|\d{1,3}\/\d{1,2})$/

function parseLabel(given: string, form: NameForm): Parsed<string> {
  if (given === '') return refuse('label_empty', given, 'the name has an empty label')
  if (given.includes('*'))
    return refuse('wildcard_misplaced', given, 'a * is allowed only as the whole leftmost label of a record name')
  let label = given.toLowerCase()
  if (isInternationalized(given)) {
    const converted = toALabel(given)
    if (converted === undefined) return refuse('idna_invalid', given, `${given} is not a valid internationalized label`)
    label = converted
  }
  const length = lengthOf(label)
  if (length > MAX_LABEL_OCTETS) {
    return refuse('label_too_long', given, `a label has ${length} characters, at most ${MAX_LABEL_OCTETS} fit`)
  }
  const inRecords = form.escapedDots ? recordLabelWithDots : recordLabel
  if (!(form.underscore ? inRecords : /^[a-z0-9-]+$/).test(label)) {
    return refuse('character_invalid', given, `${given} has a character that is not allowed`)
  }
  if (!form.underscore) {
    if (label.startsWith('-') || label.endsWith('-')) {
      return refuse('hyphen_misplaced', given, 'a label begins or ends with a hyphen')
    }
    if (label.startsWith('--', 2) && !isALabel(label)) {
      return label.startsWith('xn--')
        ? refuse('idna_invalid', given, `${given} is not a valid internationalized label`)
        : refuse('hyphen_misplaced', given, 'a label has hyphens in its third and fourth place')
    }
  }
  return { ok: true, value: label }
}

function refuse(kind: NameError['kind'], label: string, problem: string): { ok: false; error: NameError } {
  return { ok: false, error: { kind, label, problem } }
}
