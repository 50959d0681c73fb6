import { types } from 'pg'

const TIMESTAMPTZ = 1184

/** An instant as PostgreSQL prints it in a session in UTC. */
const inUtc = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/

/** The code of the character `0`. */
const ZERO = 48

const twoDigits = (text: string, at: number) => (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO

const anyInstant = types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date | number

/** The same as that of `pg` in a third of the time: a list of a hundred domains has several hundred instants. */
export function parseInstant(text: string): Date | number {
  if (!inUtc.test(text)) return anyInstant(text)
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  // PostgreSQL prints no zeros at the end of a fraction.
  const milliseconds = text[19] === '.' ? Number(text.slice(20, -3).padEnd(3, '0').slice(0, 3)) : 0
  const [month, day] = [twoDigits(text, 5) - 1, twoDigits(text, 8)]
  return new Date(
    Date.UTC(year, month, day, twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17), milliseconds),
  )
}

/** The parsers of `pg`, with a faster one for instants. */
export const parsers: typeof types = {
  ...types,
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ && format !== 'binary'
      ? parseInstant
      : types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
}
