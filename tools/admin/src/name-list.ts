import { InvalidArgumentError } from 'commander'
import { lostName, lostOperation, type LostName } from '@nameyard/contracts/domains/recover-names'

/** A name of a list, with the account that gets it. */
export interface ListedName {
  readonly name: string
  readonly resellerId: number
  /** Handle of the registrant; empty where the registry has contacts. */
  readonly owner: string
}

/** The columns of a list, by what they have. */
export interface Columns {
  readonly name: string
  readonly reseller: string
  readonly owner: string
}

/**
 * Reads a list of names: CSV with a header line. `resellerId` is the account of names without one. Every fault is named
 * with its line.
 */
export function namesIn(csv: string, columns: Columns, resellerId: number | undefined): ListedName[] {
  const names = knownIn(csv, columns, resellerId, (line) => `${line}: no reseller is given`)
  return names.map((each) => ({ ...each, resellerId: each.resellerId! }))
}

/** Reads such a list whose names need no account. */
export function namesAlone(csv: string, columns: Columns, resellerId?: number) {
  return knownIn(csv, columns, resellerId, () => undefined)
}

function knownIn(
  csv: string,
  columns: Columns,
  resellerId: number | undefined,
  withoutReseller: (line: string) => string | undefined,
): (Omit<ListedName, 'resellerId'> & { readonly resellerId?: number })[] {
  const { header, rows } = tableIn(csv, columns.name)
  const faults: string[] = []
  const names = new Map<string, Omit<ListedName, 'resellerId'> & { readonly resellerId?: number }>()
  for (const { line, cellOf } of rows) {
    const name = cellOf(columns.name).toLowerCase()
    if (name === '') continue
    const given = header.includes(columns.reseller) ? cellOf(columns.reseller) : ''
    const account = given === '' ? resellerId : Number(given)
    const missing = account === undefined ? withoutReseller(line) : undefined
    if (missing !== undefined) faults.push(missing)
    else if (account !== undefined && (!Number.isInteger(account) || account < 1))
      faults.push(`${line}: the reseller is not a number`)
    else if (names.has(name)) faults.push(`${line}: ${name} is listed twice`)
    else names.set(name, { name, owner: cellOf(columns.owner), ...(account !== undefined && { resellerId: account }) })
  }
  refuse(faults)
  if (names.size === 0) throw new InvalidArgumentError('The file has no names.')
  return [...names.values()]
}

/**
 * Reads an archived journal: CSV with the columns name, operation, at (ISO 8601), years, and reseller, account and id if they
 * are known. Rows of other accounts, and repeated ones, are left out. Returns the names with their operations. Every fault is
 * named with its line.
 */
export function journalIn(csv: string, account: string): Pick<LostName, 'journal' | 'name' | 'resellerId'>[] {
  const { header, rows } = tableIn(csv, 'name')
  const faults: string[] = []
  const seen = new Set<string>()
  const names = new Map<string, Pick<LostName, 'journal' | 'name' | 'resellerId'>>()
  for (const { line, cellOf } of rows) {
    const [name, id] = [cellOf('name').toLowerCase(), cellOf('id')]
    // Files of several days are read one after the other, each with its header.
    if (name === '' || name === 'name' || (id !== '' && seen.has(id))) continue
    if (header.includes('account') && cellOf('account') !== account) continue
    seen.add(id)
    const [operation, at] = [lostOperation.safeParse(cellOf('operation')), new Date(cellOf('at'))]
    const [years, resellerId] = [Number(cellOf('years') || '1'), Number(cellOf('reseller') || '0')]
    if (!operation.success) faults.push(`${line}: the operation is none of ${lostOperation.options.join(', ')}`)
    else if (Number.isNaN(at.getTime())) faults.push(`${line}: the instant is not in ISO 8601`)
    else {
      const known = names.get(name)
      const whose = resellerId === 0 ? known?.resellerId : resellerId
      const entry = { operation: operation.data, at: at.toISOString(), years }
      const journal = [...(known?.journal ?? []), entry]
      const read = lostName.safeParse({ name, journal, ...(whose !== undefined && { resellerId: whose }) })
      if (read.success) names.set(name, read.data)
      else faults.push(`${line}: the years or the reseller are not numbers`)
    }
  }
  refuse(faults)
  return [...names.values()]
}

interface Row {
  /** `line 2`. */
  readonly line: string
  /** The cell of a column; empty when there is none. */
  readonly cellOf: (column: string) => string
}

/** The rows of a file whose header has a column. */
function tableIn(csv: string, column: string): { readonly header: readonly string[]; readonly rows: readonly Row[] } {
  const [head = '', ...lines] = csv.replace(/^\uFEFF/, '').split(/\r?\n/)
  const header = cellsOf(head)
  if (!header.includes(column)) throw new InvalidArgumentError(`The first line has no column ${column}.`)
  const rows = lines.map((text, index): Row => {
    const cells = cellsOf(text)
    return { line: `line ${index + 2}`, cellOf: (wanted) => cells[header.indexOf(wanted)] ?? '' }
  })
  return { header, rows }
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new InvalidArgumentError(`${faults.slice(0, 20).join('; ')}.`)
}

/** Names, numbers and handles have no commas, so a cell may only be in quotes. */
function cellsOf(line: string): string[] {
  return line.split(/[,;]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}
