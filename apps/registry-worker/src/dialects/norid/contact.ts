import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { Command } from '@nameyard/epp/command'
import { InvalidValue } from '@nameyard/epp/constraints'
import { createContact, type CreatedContact } from '@nameyard/epp/contact/create'
import { extended, nothingExtra } from '@nameyard/epp/extension'
import { elementsOf, type XmlElement } from '@nameyard/epp/xml'
import { localContact, type ContactOrder } from '../contact'
import { CONTACT_EXT } from './namespaces'

const own = elementsOf(CONTACT_EXT)

/**
 * Creates a contact: the registrant as an organization or person with its number, anybody else as a role. The name is that of
 * the organization, since contacts have no other field for it. The registry puts its identifier in place of `auto`.
 */
export function identifiedContact(order: ContactOrder): Command<CreatedContact> {
  const { role, snapshot } = order
  const { organization, name, ...person } = snapshot
  const contact = localContact({ id: 'auto', snapshot: { ...person, name: organization ?? name } })
  const [type, identity] =
    role === 'registrant'
      ? [organization === undefined ? 'person' : 'organization', identityOf(snapshot)]
      : (['role', undefined] as const)
  const element = own('create', [own('type', type), identity])
  return extended(createContact(contact), { element, decode: nothingExtra })
}

/** Organizations in Norway have a number of nine digits. People have one that the registry gave them, or a national one. */
function identityOf({ organization, countryCode, facts = {} }: ContactSnapshot): XmlElement {
  if (organization !== undefined) {
    const number = facts.registrationNumber
    if (number === undefined) throw new InvalidValue('registrationNumber', 'is missing: the registry asks for it')
    return own('identity', number.replace(/\s/g, ''), {
      type: countryCode === 'NO' ? 'organizationNumber' : 'localIdentity',
    })
  }
  const number = facts.personalNumber
  if (number === undefined) throw new InvalidValue('personalNumber', 'is missing: the registry asks for it')
  const isAnonymous = /^N\.PRI\.\d+$/.test(number)
  return own('identity', number, { type: isAnonymous ? 'anonymousPersonIdentifier' : 'nationalIdentityNumber' })
}
