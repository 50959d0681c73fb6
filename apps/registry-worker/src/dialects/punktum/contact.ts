import type { Command } from '@nameyard/epp/command'
import { InvalidValue } from '@nameyard/epp/constraints'
import { createContact, type CreatedContact } from '@nameyard/epp/contact/create'
import { elementsOf } from '@nameyard/epp/xml'
import { internationalContact, localContact, type ContactOrder } from '../contact'
import { DKHM } from './namespaces'

const own = elementsOf(DKHM)

/** The kinds of organizations. */
const organizations = ['company', 'public_organization', 'association'] as const

/** Who administers the domains of a registrant. */
export const managements = ['registrar', 'registrant'] as const

/**
 * Creates a contact of a person or organization; those in Denmark have a local address, all others one in ASCII. Danish
 * organizations have a CVR number. The registry may answer with a contact that it has already.
 */
export function identifiedContact(
  order: ContactOrder,
  management: (typeof managements)[number] | undefined,
): Command<CreatedContact> {
  const { organization, countryCode, facts = {} } = order.snapshot
  const isDanish = countryCode === 'DK'
  const contact = { ...(isDanish ? localContact(order) : internationalContact(order)), id: 'auto' }
  const said = organizations.find((kind) => kind === facts.legalForms?.dk)
  const number = organization === undefined ? undefined : facts.registrationNumber
  if (organization !== undefined && isDanish && number === undefined)
    throw new InvalidValue('registrationNumber', 'is missing: the registry asks for the CVR number')
  const extension = [
    own('userType', organization === undefined ? 'individual' : (said ?? 'company')),
    ...(number === undefined ? [] : [own('CVR', number)]),
    ...(management === undefined ? [] : [own('management', management)]),
  ]
  return { ...createContact(contact), extension }
}
