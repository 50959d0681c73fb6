import { generatedLines } from './generate'
import { absoluteName } from './presentation'
import { recordTypes } from './record-types'
import type { RecordGiven } from './zone-record'

/** A record as a zone file has it. */
export interface ZoneFileRecord {
  /** The line on which it begins, from 1. */
  readonly line: number
  /** Its name is absolute and ends in a dot. Names in its value are relative to `origin`. */
  readonly given: RecordGiven
  readonly origin: string
}

/** What is wrong with a line. */
export interface ZoneFileFault {
  readonly line: number
  readonly problem: string
}

export interface ZoneFile {
  readonly records: readonly ZoneFileRecord[]
  readonly faults: readonly ZoneFileFault[]
}

/** For a file without any TTL, not even in an SOA record. Most name servers use this value. */
const FALLBACK_TTL = 3_600
/** A file with more faults is not a zone file, or comes from a broken export. */
const MOST_FAULTS = 100
/** Most names from `$GENERATE`: sixteen blocks of 256 addresses. Otherwise a small file could make a huge zone. */
const MOST_GENERATED = 4_096

interface Token {
  readonly text: string
  readonly quoted: boolean
}

interface Entry {
  readonly line: number
  /** Whether the line begins with a blank: it has the owner name of the record before it. */
  readonly continues: boolean
  /** Whether it comes from `$GENERATE`: a line after it that begins with a blank has the name of the record before it. */
  readonly generated?: boolean
  readonly tokens: Token[]
}

/** State that carries over from line to line. */
interface Reading {
  origin: string
  owner: string | undefined
  defaultTtl: number | undefined
  lastTtl: number | undefined
  soaMinimum: number | undefined
}

/**
 * Reads a zone file (RFC 1035 section 5, RFC 2308 section 4, RFC 3597 section 5), with or without SOA, also in the form of
 * dig's output. Names are relative to `apex` until `$ORIGIN` changes that. `$INCLUDE` is refused.
 */
export function parseZoneFile(text: string, apex: string): ZoneFile {
  const records: ZoneFileRecord[] = []
  const faults: ZoneFileFault[] = []
  const reading: Reading = {
    origin: apex,
    owner: undefined,
    defaultTtl: undefined,
    lastTtl: undefined,
    soaMinimum: undefined,
  }
  for (const entry of withGenerated(entriesOf(text))) {
    if (faults.length === MOST_FAULTS) break
    if ('problem' in entry) faults.push(entry)
    else {
      const read = readEntry(entry, reading)
      if (typeof read === 'string') faults.push({ line: entry.line, problem: read })
      else if (read) records.push(read)
    }
  }
  return { records, faults }
}

const part = /(?:[^ \t\n;()"\\]|\\[^\n])/
const quoted = /"(?:[^"\\\n]|\\[^\n])*"/
/** A blank or comment, the end of a line, a parenthesis, a string or a word: its first character says which. */
const lexeme = new RegExp(`[ \\t]+|;[^\\n]*|\\n|[()]|${quoted.source}|${part.source}+(?:(?<==)${quoted.source})?`, 'y')

/** Splits the file into entries: a line, or several lines in parentheses. */
function* entriesOf(file: string): Generator<Entry | ZoneFileFault> {
  const text = file.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')
  let line = 1
  let opened: number | undefined
  let depth = 0
  let entry: Entry | undefined
  let broken: ZoneFileFault | undefined
  let startsBlank = false
  const finish = function* (): Generator<Entry | ZoneFileFault> {
    if (broken) yield broken
    else if (entry) yield entry
    entry = undefined
    broken = undefined
    opened = undefined
    depth = 0
  }
  for (let at = 0; at < text.length;) {
    if (at === 0 || text[at - 1] === '\n') startsBlank = /[ \t]/.test(text[at]!)
    lexeme.lastIndex = at
    const found = lexeme.exec(text)
    if (found === null) {
      const problem = text[at] === '"' ? 'a quotation mark is not closed' : 'nothing follows a backslash'
      broken ??= { line, problem }
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
      opened = undefined
      depth = 0
      continue
    }
    at = lexeme.lastIndex
    const [token] = found
    switch (token[0]) {
      case ' ':
      case '\t':
      case ';':
        break
      case '\n':
        if (opened === undefined) yield* finish()
        line++
        break
      case '(':
        opened ??= line
        depth++
        break
      case ')':
        if (opened === undefined) broken ??= { line, problem: 'a parenthesis was never opened' }
        else if (--depth === 0) opened = undefined
        break
      default:
        entry ??= { line, continues: startsBlank, tokens: [] }
        entry.tokens.push({ text: token, quoted: token[0] === '"' })
    }
  }
  if (opened !== undefined) broken ??= { line: opened, problem: 'a parenthesis is not closed' }
  yield* finish()
}

/** Replaces each `$GENERATE` by the entries that it stands for. */
function* withGenerated(entries: Iterable<Entry | ZoneFileFault>): Generator<Entry | ZoneFileFault> {
  let left = MOST_GENERATED
  for (const entry of entries) {
    if ('problem' in entry || entry.continues || entry.tokens[0]!.text.toUpperCase() !== '$GENERATE') yield entry
    else {
      const fields = entry.tokens.slice(1).map(({ text }) => text)
      const lines = generatedLines(fields, left)
      if (typeof lines === 'string') yield { line: entry.line, problem: lines }
      else {
        left -= lines.length
        for (const line of lines)
          for (const each of entriesOf(line)) yield { ...each, line: entry.line, generated: true }
      }
    }
  }
}

/** Returns the record of an entry, undefined for a directive, or what is wrong. */
function readEntry(
  { line, continues, generated, tokens }: Entry,
  reading: Reading,
): ZoneFileRecord | string | undefined {
  const rest = [...tokens]
  let { owner } = reading
  if (!continues) {
    const { text } = rest.shift()!
    if (text.startsWith('$')) return readDirective(text.toUpperCase(), rest, reading)
    owner = absoluteName(text, reading.origin)
    if (!generated) reading.owner = owner
  }
  if (owner === undefined) return 'the first record has no name'
  let ttl: number | undefined
  let isClassKnown = false
  for (let next = rest[0]; next && !next.quoted; next = rest[0]) {
    const given = ttl === undefined ? ttlOf(next.text) : undefined
    const isClass: boolean = !isClassKnown && /^(IN|CH|HS|CS|CLASS\d+)$/i.test(next.text)
    if (given === undefined && !isClass) break
    if (isClass && !/^(IN|CLASS0*1)$/i.test(next.text)) return `records of the class ${next.text} are not served`
    ttl ??= given
    isClassKnown ||= isClass
    rest.shift()
  }
  const type = rest.shift()?.text.toUpperCase()
  if (type === undefined) return 'the type is missing'
  if (rest.length === 0 && !recordTypes.get(type)?.mayBeEmpty) return 'the value is missing'
  if (type === 'SOA') reading.soaMinimum ??= ttlOf(rest.at(-1)!.text)
  if (ttl !== undefined) reading.lastTtl = ttl
  ttl ??= reading.defaultTtl ?? reading.lastTtl ?? reading.soaMinimum ?? FALLBACK_TTL
  return { line, given: { name: owner, type, ttl, value: valueOf(type, rest) }, origin: reading.origin }
}

function readDirective(directive: string, rest: readonly Token[], reading: Reading): string | undefined {
  const [argument] = rest
  if (directive === '$INCLUDE') return '$INCLUDE is not allowed'
  if (directive !== '$ORIGIN' && directive !== '$TTL') return `the directive ${directive} is not known`
  if (argument === undefined || rest.length > 1) return `${directive} takes one value`
  if (directive === '$ORIGIN') {
    reading.origin = absoluteName(argument.text, reading.origin).slice(0, -1)
    return undefined
  }
  const ttl = ttlOf(argument.text)
  if (ttl === undefined) return `the $TTL ${argument.text} is not a number of seconds, nor a time such as 1h30m`
  reading.defaultTtl = ttl
  return undefined
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

/** Reads seconds, or a time in units such as `1h30m`. Undefined for anything else. */
function ttlOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text)
  if (!/^(\d+[smhdw])+$/i.test(text)) return undefined
  return [...text.matchAll(/(\d+)(\D)/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * units[unit.toLowerCase()]!,
    0,
  )
}

/** The fields as one text. Without quotation marks a word is a character string of its own, here but not in the API. */
function valueOf(type: string, tokens: readonly Token[]): string {
  const ownStrings = (type === 'TXT' || type === 'SPF') && tokens[0]?.text !== '\\#'
  return tokens.map(({ text, quoted: isQuoted }) => (ownStrings && !isQuoted ? asStrings(text) : text)).join(' ')
}

/** A word in quotation marks; those it has itself, behind an equals sign, begin another string. */
function asStrings(word: string): string {
  const [unquoted = '', ...string] = word.split(/(?<==)(?=")/)
  return [`"${unquoted}"`, ...string].join(' ')
}
