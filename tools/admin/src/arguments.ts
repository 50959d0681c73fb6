import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'

/** Reads a number of an account, of an entry or of rows. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number of at most nine digits, such as 1002.')
  return Number(text)
}

/** Reads a number above zero. */
export function positiveNumber(text: string): number {
  if (!/^\d{1,7}(\.\d{1,3})?$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It must be a number above zero, such as 0.5.')
  return Number(text)
}

/** Reads a list separated by commas. The service validates the entries. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** Reads an amount of money. It stays a text, so that no digit is lost. */
export function amount(text: string): string {
  if (!/^-?\d{1,12}(\.\d{1,4})?$/.test(text)) throw new InvalidArgumentError('It must be an amount like 100.00.')
  return text
}

/** Reads the start of a period: an instant, or the first second of a day. Prints it in the format of the services. */
export function instant(text: string): string {
  return print(read(text))
}

/** Reads the end of a period: an instant, or the end of a day. */
export function instantAfter(text: string): string {
  return print(read(text) + (text.length === 'YYYY-MM-DD'.length ? DAY_MS : 0))
}

const DAY_MS = 24 * 3_600_000

function read(text: string): number {
  const at = Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? '' : 'T00:00:00'}Z`)
  // ECMAScript reads 30 February as 2 March, so the text is compared with what was read.
  if (!/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(text) || Number.isNaN(at) || !print(at).startsWith(text))
    throw new InvalidArgumentError('It must be YYYY-MM-DD, or YYYY-MM-DD HH:MM:SS in UTC.')
  return at
}

const print = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** Reads a file in UTF-8. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read: ${(error as Error).message}.`)
  }
}

/** Reads a file, or the CSV files of a folder in the order of their names. */
export function textsOf(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return textOf(path)
  const files = readdirSync(path).filter((file) => file.endsWith('.csv'))
  if (files.length === 0) throw new InvalidArgumentError('The folder has no CSV files.')
  return files
    .sort()
    .map((file) => textOf(join(path, file)))
    .join('\n')
}
