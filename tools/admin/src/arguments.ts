import { InvalidArgumentError } from 'commander'

/** Reads a number of an account, of an entry or of rows. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a number.')
  return Number(text)
}

/** Reads a list separated by commas; what each entry must be is for the service to say. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
