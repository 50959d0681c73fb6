import { Refusal } from '../../model/result'
import { findTakenContacts } from '../../objects/contact.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, token } from '../../xml/fields'
import { CONTACT } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'

/** Returns which identifiers are available (RFC 5733 section 3.1.1). */
export async function checkContact(payload: Element, { db, policy }: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const ids = [fields.required('id'), ...fields.repeated('id')].map((id) => token(id, [3, 16]))
  fields.end()
  if (ids.length > policy.maxCheckObjects) {
    throw new Refusal(2306, `a check names at most ${policy.maxCheckObjects} objects`)
  }
  const taken = await findTakenContacts(db, ids)
  const results = ids.map((id) =>
    element('contact:cd', {}, [
      element('contact:id', { avail: taken.has(id) ? '0' : '1' }, id),
      taken.has(id) ? element('contact:reason', {}, 'In use') : undefined,
    ]),
  )
  return { code: 1000, resData: element('contact:chkData', { 'xmlns:contact': CONTACT }, results) }
}
