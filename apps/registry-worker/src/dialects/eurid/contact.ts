import type { Command } from '@nameyard/epp/command'
import { createContact, type CreatedContact } from '@nameyard/epp/contact/create'
import { elementsOf } from '@nameyard/epp/xml'
import { localContact, type ContactOrder } from '../contact'
import { CONTACT_EXT } from './namespaces'

const own = elementsOf(CONTACT_EXT)

/** The language in which the registry writes to people whose language is not known. */
const DEFAULT_LANGUAGE = 'en'

/**
 * A contact of one type: `registrant`, `billing` or `tech`. A registrant without an organization is a natural person, who
 * may be a citizen of the Union elsewhere in the world. A billing contact has an organization and a fax number.
 */
export function typedContact(order: ContactOrder): Command<CreatedContact> {
  const { snapshot, role } = order
  const { facts, citizenship } = snapshot
  const isPerson = role !== 'billing' && snapshot.organization === undefined
  const person = role === 'billing' ? billed(snapshot) : snapshot
  const create = createContact({ ...localContact({ ...order, snapshot: person }), authInfo: { pw: '' } })
  const extension = own('create', [
    own('type', role),
    facts?.vat === undefined || isPerson ? undefined : own('vat', facts.vat),
    own('lang', facts?.language ?? DEFAULT_LANGUAGE),
    own('naturalPerson', String(isPerson)),
    isPerson && role === 'registrant' && citizenship !== undefined
      ? own('countryOfCitizenship', citizenship)
      : undefined,
  ])
  return { ...create, extension: [...(create.extension ?? []), extension] }
}

function billed(snapshot: ContactOrder['snapshot']): ContactOrder['snapshot'] {
  const { organization = snapshot.name, fax = snapshot.voice } = snapshot
  return { ...snapshot, organization, fax }
}
