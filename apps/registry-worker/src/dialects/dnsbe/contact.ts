import type { Command } from '@nameyard/epp/command'
import { createContact, type CreatedContact } from '@nameyard/epp/contact/create'
import { elementsOf } from '@nameyard/epp/xml'
import { localContact, type ContactOrder } from '../contact'
import { DNSBE } from './namespaces'

const own = elementsOf(DNSBE)

/** The languages in which the registry writes to people. */
export const languages = ['en', 'fr', 'nl'] as const
export type Language = (typeof languages)[number]

/** Creates a contact of one type. Its address is local, and only licensees may be without an organization. */
export function typedContact(order: ContactOrder, usual: Language): Command<CreatedContact> {
  const { role, snapshot } = order
  const { organization, name, facts = {} } = snapshot
  const shown = role === 'registrant' ? organization : (organization ?? name)
  const create = createContact(localContact({ ...order, snapshot: { ...snapshot, organization: shown } }))
  const contact = own('contact', [
    own('type', role === 'registrant' ? 'licensee' : role),
    organization !== undefined && facts.vat !== undefined ? own('vat', facts.vat) : undefined,
    own('lang', languages.find((language) => language === facts.language) ?? usual),
  ])
  return { ...create, extension: [own('ext', [own('create', [contact])])] }
}
