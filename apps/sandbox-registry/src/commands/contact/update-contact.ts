import { Refusal } from '../../model/result'
import { changeContact, type Contact, type ContactData, type PostalInfo } from '../../objects/contact.store'
import { readAuthInfo } from '../../protocol/auth-info'
import type { Answer, ObjectContext } from '../../protocol/command'
import { nextStatuses, refuseForbidden } from '../../protocol/statuses'
import { Fields, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { readDisclose, readEmail, readPhone, readPostalChange, type PostalChange } from './contact-fields'
import { lockOwnContact } from './own-contact'

/** Statuses of RFC 5733 section 2.3 that a registrar sets and removes. */
const settable = ['clientDeleteProhibited', 'clientTransferProhibited', 'clientUpdateProhibited']

/**
 * Changes a contact (RFC 5733 section 3.2.5). Each given field replaces the old one; an empty optional field removes it. A
 * command without a change is refused with 2003.
 */
export async function updateContact(payload: Element, context: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const id = token(fields.required('id'), [3, 16])
  const added = readStatuses(fields.optional('add'))
  const removed = readStatuses(fields.optional('rem'))
  const chg = fields.optional('chg')
  fields.end()
  if (added.length + removed.length + (chg?.children.length ?? 0) === 0) {
    throw new Refusal(2003, 'the update changes nothing')
  }

  const contact = await lockOwnContact(id, context)
  refuseForbidden(contact.setStatuses, 'Update', removed)
  const setStatuses = nextStatuses(contact.setStatuses, settable, { added, removed })
  const changed = chg ? change(contact, chg) : contact
  await changeContact(context.db, { ...changed, setStatuses }, context)
  return { code: 1000 }
}

function readStatuses(part: Element | undefined): Element[] {
  if (!part) return []
  const fields = new Fields(part)
  const statuses = [fields.required('status'), ...fields.repeated('status', 6)]
  fields.end()
  return statuses
}

function change(contact: Contact, chg: Element): ContactData {
  const fields = new Fields(chg)
  const postal = fields.repeated('postalInfo', 2).map(readPostalChange)
  const voice = fields.optional('voice')
  const fax = fields.optional('fax')
  const email = fields.optional('email')
  const authInfo = fields.optional('authInfo')
  const disclose = fields.optional('disclose')
  fields.end()
  if (postal[0] && postal[0].type === postal[1]?.type) {
    throw new Refusal(2005, `there are two <postalInfo> of type ${postal[0].type}`)
  }
  const { id } = contact
  return {
    id,
    postalInfo: postal.reduce(mergePostal, contact.postalInfo),
    voice: voice ? readPhone(voice) || null : contact.voice,
    voiceExtension: voice ? (voice.attributes.x ?? null) : contact.voiceExtension,
    fax: fax ? readPhone(fax) || null : contact.fax,
    faxExtension: fax ? (fax.attributes.x ?? null) : contact.faxExtension,
    email: email ? readEmail(email) : contact.email,
    disclose: disclose ? readDisclose(disclose) : contact.disclose,
    authInfo: authInfo ? readAuthInfo(authInfo).pw || null : contact.authInfo,
  }
}

/** Replaces the parts of an existing address. A new type must be complete. */
function mergePostal(all: readonly PostalInfo[], { type, name, org, addr }: PostalChange): readonly PostalInfo[] {
  const before = all.find((postal) => postal.type === type)
  if (!before) {
    if (name === undefined || !addr) throw new Refusal(2003, `a new <postalInfo> of type ${type} has a name and addr`)
    return [...all, { type, name, org: org ?? null, ...addr }]
  }
  const after = { ...before, ...addr, name: name ?? before.name, org: org === undefined ? before.org : org || null }
  return all.map((postal) => (postal === before ? after : postal))
}
