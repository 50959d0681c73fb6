import { domainToUnicode } from 'node:url'
import type { ClientBase } from 'pg'
import { Refusal } from '../model/result'
import type { TldRules } from '../model/tld-rules'
import type { ObjectContext } from '../protocol/command'
import { Fields, refuseValue, token, unexpected } from '../xml/fields'
import { DOMAIN, IDN } from '../xml/namespaces'
import { element, type Markup } from '../xml/write'
import { findIdnTableOf, findIdnTables, type IdnTable } from './idn.store'

/** Whether the first label is an A-label (RFC 5890 section 2.3.2.1). */
export function isInternationalized(name: string): boolean {
  return name.startsWith('xn--')
}

/** Returns the first table that has all characters of the first label. */
export function tableFor(name: string, tables: readonly IdnTable[]): IdnTable | undefined {
  const [label = ''] = domainToUnicode(name).split('.')
  return tables.find(({ letters, takesLatin }) =>
    [...label].every(
      (character) => /[0-9-]/.test(character) || (takesLatin && /[a-z]/.test(character)) || letters.includes(character),
    ),
  )
}

/**
 * Returns the IDN table of a new name (draft-ietf-eppext-idnmap section 3.2.1): the one in the command, which the label
 * must fit (2306), or for an internationalized name the first fitting table of the TLD.
 */
export async function chooseIdnTable(
  { db, extensions }: Pick<ObjectContext, 'db' | 'extensions'>,
  rules: Pick<TldRules, 'idnTables'>,
  name: string,
): Promise<string | undefined> {
  const extension = extensions.get(IDN)
  if (rules.idnTables.length === 0 || (!extension && !isInternationalized(name))) return undefined
  const tables = (await findIdnTables(db)).filter((table) => rules.idnTables.includes(table.name))
  if (!extension) {
    const fitting = tableFor(name, tables)
    if (!fitting) throw new Refusal(2306, 'the label fits no table', { ns: DOMAIN, local: 'name', text: name })
    return fitting.name
  }
  if (extension.local !== 'data') throw unexpected(extension, 'a create is extended by <idn:data>')
  const fields = new Fields(extension)
  const tableField = fields.required('table')
  const uname = fields.optional('uname')
  fields.end()
  const asked = token(tableField, [1, 255])
  const table = tables.find((each) => each.name === asked)
  if (!table) throw refuseValue(tableField, 2306, `the tables are ${rules.idnTables.join(', ')}`)
  if (!tableFor(name, [table])) throw refuseValue(tableField, 2306, `the label does not fit the table ${table.name}`)
  if (uname && token(uname, [1, 255]).toLowerCase() !== domainToUnicode(name)) {
    throw refuseValue(uname, 2306, 'that is another name')
  }
  return table.name
}

/** The table of a domain and its name in Unicode, for an info; undefined when it has no table. */
export async function writeIdn(db: ClientBase, domain: string): Promise<Markup | undefined> {
  const table = await findIdnTableOf(db, domain)
  if (table === undefined) return undefined
  return element('idn:data', { 'xmlns:idn': IDN }, [
    element('idn:table', {}, table),
    element('idn:uname', {}, domainToUnicode(domain)),
  ])
}
