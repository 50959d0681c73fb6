import { readRoles, refuseMissingContacts } from '../../commands/domain/contacts'
import { removeAllSecDns } from '../../extensions/sec-dns.store'
import { Refusal } from '../../model/result'
import { changeDomain, type Domain, type DomainContact } from '../../objects/domain.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, refuseValue } from '../../xml/fields'
import type { Element } from '../../xml/read'
import type { DialectCommand } from '../dialect'
import { keepUntilApproved } from '../settled-transfer'
import { refuseUnidentified } from './contacts'
import { FRNIC } from './form'

/** Contacts that a domain gets, and whether it keeps its DS records. */
export interface Takeover {
  readonly contacts: readonly DomainContact[]
  readonly keepsDs: boolean
}

/** Requests a transfer as the RFCs do. The contacts in the extension are those of the domain as soon as it is approved. */
export async function transferDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  if (context.op !== 'request') return proceed()
  const extension = context.extensions.get(FRNIC)
  if (!extension) throw new Refusal(2003, 'a transfer names the contacts of the domain, in its extension')
  const outer = new Fields(extension)
  const middle = new Fields(outer.required('transfer'))
  outer.end()
  const domain = middle.required('domain')
  middle.end()
  const fields = new Fields(domain, 'keepDS')
  const contacts = fields.repeated('contact')
  fields.end()
  const taken: Takeover = { contacts: await readContacts(contacts, context), keepsDs: readKeepDs(domain) }
  const answer = await proceed()
  const [name = ''] = request.objects
  await keepUntilApproved(name, taken, context)
  return answer
}

/** Gives a domain its new contacts, and another registrant if there is one. */
export async function takeOver(
  domain: Domain,
  { contacts, keepsDs, registrant = domain.registrant }: Takeover & { readonly registrant?: string | null },
  { db, now, registrar }: Pick<ObjectContext, 'db' | 'now' | 'registrar'>,
): Promise<void> {
  const { name, setStatuses, hosts, hostAttributes } = domain
  await changeDomain(db, {
    ...{ name, statuses: setStatuses, registrant, contacts: [...contacts], hosts, hostAttributes, authInfo: null },
    ...{ updatedBy: registrar, updatedAt: now },
  })
  if (!keepsDs) await removeAllSecDns(db, name)
}

/** Reads the contacts of a transfer or recovery; all must exist and be identified. */
export async function readContacts(contacts: readonly Element[], context: ObjectContext): Promise<DomainContact[]> {
  refuseIncomplete(contacts)
  await refuseMissingContacts(contacts, context)
  await refuseUnidentified(contacts, context)
  return readRoles(contacts)
}

export function readKeepDs(domain: Element): boolean {
  const { keepDS } = domain.attributes
  if (keepDS === undefined) throw new Refusal(2003, 'the attribute keepDS is missing')
  if (!['0', '1', 'false', 'true'].includes(keepDS)) throw refuseValue(domain, 2005, 'keepDS is a boolean')
  return ['1', 'true'].includes(keepDS)
}

/** Refuses a domain without all its contacts (2306): one administrative contact, one to three technical ones. */
export function refuseIncomplete(contacts: readonly Element[]): void {
  const count = (type: string) => contacts.filter(({ attributes }) => attributes.type === type).length
  if (count('billing') > 0) throw new Refusal(2306, 'a domain has no billing contact')
  if (count('admin') !== 1) throw new Refusal(2306, 'a domain has one administrative contact')
  if (count('tech') < 1 || count('tech') > 3) throw new Refusal(2306, 'a domain has one to three technical contacts')
}
