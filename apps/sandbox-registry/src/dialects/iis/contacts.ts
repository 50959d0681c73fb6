import { Refusal } from '../../model/result'
import { findOwnOfContacts, putOwnOfContact } from '../../objects/own-data.store'
import type { Answer } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import { element } from '../../xml/write'
import { refuseAddress } from '../assigned-contact'
import type { DialectCommand } from '../dialect'
import { IIS } from './form'

/** Creates a contact with its national number. */
export async function createContact({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const extension = context.extensions.get(IIS)
  if (!extension) throw new Refusal(2003, 'a contact needs its number, in the extension')
  const fields = new Fields(extension)
  const orgno = fields.required('orgno')
  const vatno = fields.optional('vatno')
  fields.end()
  if (!/^\[[A-Z]{2}\].{1,123}$/.test(token(orgno, [5, 127])))
    throw refuseValue(orgno, 2005, 'the number has the country in brackets before it')
  if (/^\[SE\](?!\d{6}-?\d{4}$|\d{8}-?\d{4}$)/.test(token(orgno, [5, 127])))
    throw refuseValue(orgno, 2005, 'that is no Swedish number')
  if (vatno) token(vatno, [1, 32])
  refuseAddress(request.payload, 'loc')
  const answer = await proceed()
  const [id = ''] = request.objects
  await putOwnOfContact(context.db, id, { orgno: token(orgno, [5, 127]) })
  return answer
}

/** Shows a contact with its number. */
export async function infoContact({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const answer = await proceed()
  const [id = ''] = request.objects
  const own = (await findOwnOfContacts(context.db, [id])).get(id)
  if (typeof own?.orgno !== 'string') return answer
  const infData = element('iis:infData', { 'xmlns:iis': IIS }, [element('iis:orgno', {}, own.orgno)])
  return { ...answer, extensions: [...(answer.extensions ?? []), infData] }
}
