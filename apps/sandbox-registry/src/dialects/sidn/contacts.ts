import { findOwnOfContacts, putOwnOfContact } from '../../objects/own-data.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { element } from '../../xml/write'
import { createAssigned, initialsOf, refuseAddress } from '../assigned-contact'
import type { DialectCommand } from '../dialect'
import { refused, SIDN } from './refused'

const forms = new Set(
  'ANDERS BGG BRO BV BVI/O COOP CV EENMANSZAAK EESV KERK MAATSCHAP NV OWM PERSOON REDR STICHTING VERENIGING VOF'.split(
    ' ',
  ),
)

/** Creates a contact with its legal form. The registry chooses its identifier, whatever the client sent. */
export async function createContact(command: DialectCommand): Promise<Answer> {
  const { request, context } = command
  const own = readLegal(context.extensions.get(SIDN), 'create')
  refuseForeignForm(request.payload)
  const letters = initialsOf(request.payload, 3)
  return createAssigned(command, own, (number) => `${letters}${number.padStart(6, '0')}-SANDB`)
}

/** Changes a contact; its legal form too when the extension is there. */
export async function updateContact({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const extension = context.extensions.get(SIDN)
  const answer = await proceed()
  const [id = ''] = request.objects
  if (extension) await putOwnOfContact(context.db, id, readLegal(extension, 'update'))
  return answer
}

/** Shows the legal form of a contact. */
export async function infoContact({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const answer = await proceed()
  const [id = ''] = request.objects
  const own = (await findOwnOfContacts(context.db, [id])).get(id)
  if (typeof own?.legalForm !== 'string') return answer
  const { legalForm, legalFormRegNo } = own
  const contact = element('sidn-ext-epp:contact', {}, [
    element('sidn-ext-epp:legalForm', {}, legalForm),
    typeof legalFormRegNo === 'string' ? element('sidn-ext-epp:legalFormRegNo', {}, legalFormRegNo) : undefined,
    element('sidn-ext-epp:limited', {}, 'false'),
  ])
  const infData = element('sidn-ext-epp:infData', {}, [contact])
  const shown = element('sidn-ext-epp:ext', { 'xmlns:sidn-ext-epp': SIDN }, [infData])
  return { ...answer, extensions: [...(answer.extensions ?? []), shown] }
}

function readLegal(extension: Element | undefined, verb: 'create' | 'update') {
  if (!extension) throw refused(2003, { number: 'F0001', field: 'legalForm', text: 'a contact needs its legal form' })
  const outer = new Fields(extension)
  const middle = new Fields(outer.required(verb))
  outer.end()
  const fields = new Fields(middle.required('contact'))
  middle.end()
  const form = fields.required('legalForm')
  const number = fields.optional('legalFormRegNo')
  fields.end()
  const legalForm = token(form, [1, 20])
  if (!forms.has(legalForm)) throw refused(2005, { number: 'F0001', field: 'legalForm', text: 'no such legal form' })
  return { legalForm, ...(number && { legalFormRegNo: token(number, [1, 255]) }) }
}

function refuseForeignForm(payload: Element): void {
  refuseAddress(payload, 'loc')
  const [disclose] = childrenOf(payload, 'disclose')
  if (disclose) throw refuseValue(disclose, 2102, 'contacts have no disclosure')
}

/** Refuses contacts that were not created with a legal form (2303). */
export async function refuseOthers(fields: readonly Element[], { db }: Pick<ObjectContext, 'db'>): Promise<void> {
  const id = (field: Element) => field.text.trim()
  const own = await findOwnOfContacts(db, fields.map(id))
  for (const field of fields) {
    if (typeof own.get(id(field))?.legalForm !== 'string')
      throw refused(2303, { number: 'T0002', field: field.local, text: 'no contact of that identifier' })
  }
}
