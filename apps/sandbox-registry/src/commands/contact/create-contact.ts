import { Refusal } from '../../model/result'
import { insertContact, type ContactData } from '../../objects/contact.store'
import { readAuthInfo } from '../../protocol/auth-info'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, token } from '../../xml/fields'
import { CONTACT } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'
import { readDisclose, readEmail, readPhone, readPostalInfo } from './contact-fields'

/** Creates a contact with the identifier of the request (RFC 5733 section 3.2.1); 2302 when it is taken. */
export async function createContact(payload: Element, { db, registrar, now }: ObjectContext): Promise<Answer> {
  const contact = readContact(payload)
  if (!(await insertContact(db, contact, registrar, now))) {
    throw new Refusal(2302, 'the contact exists', { ns: CONTACT, local: 'id', text: contact.id })
  }
  return {
    code: 1000,
    resData: element('contact:creData', { 'xmlns:contact': CONTACT }, [
      element('contact:id', {}, contact.id),
      element('contact:crDate', {}, now.toISOString()),
    ]),
  }
}

function readContact(payload: Element): ContactData {
  const fields = new Fields(payload)
  const id = token(fields.required('id'), [3, 16])
  const postal = [fields.required('postalInfo'), ...fields.repeated('postalInfo', 1)]
  const voice = fields.optional('voice')
  const fax = fields.optional('fax')
  const email = fields.required('email')
  const authInfo = readAuthInfo(fields.required('authInfo'))
  const disclose = fields.optional('disclose')
  fields.end()

  const postalInfo = postal.map(readPostalInfo)
  if (postalInfo[0]?.type === postalInfo[1]?.type) {
    throw new Refusal(2005, `there are two <postalInfo> of type ${postalInfo[0]?.type}`)
  }
  return {
    id,
    postalInfo,
    voice: voice ? readPhone(voice) : null,
    voiceExtension: voice?.attributes.x ?? null,
    fax: fax ? readPhone(fax) : null,
    faxExtension: fax?.attributes.x ?? null,
    email: readEmail(email),
    disclose: disclose ? readDisclose(disclose) : null,
    authInfo: authInfo.pw === '' ? null : authInfo.pw,
  }
}
