import type { Command } from '@nameyard/epp/command'
import { createContact, type CreatedContact } from '@nameyard/epp/contact/create'
import { elementsOf } from '@nameyard/epp/xml'
import { localContact, type ContactOrder } from '../contact'
import { SIDN } from './namespaces'

const own = elementsOf(SIDN)

/** The legal forms that the registry knows. */
export const legalForms = [
  ...['ANDERS', 'BGG', 'BRO', 'BV', 'BVI/O', 'COOP', 'CV', 'EENMANSZAAK', 'EESV', 'KERK', 'MAATSCHAP', 'NV', 'OWM'],
  ...['PERSOON', 'REDR', 'STICHTING', 'VERENIGING', 'VOF'],
] as const
export type LegalForm = (typeof legalForms)[number]

/** The legal form of people, and of organizations that do not say theirs. */
export interface UsualForms {
  readonly person: LegalForm
  readonly organization: LegalForm
}

/** Creates a contact with its legal form. The address is local, and there is no disclosure. */
export function legalContact(order: ContactOrder, usual: UsualForms): Command<CreatedContact> {
  const create = createContact(localContact(order))
  const { organization, facts = {} } = order.snapshot
  const isOrganization = organization !== undefined
  const said = legalForms.find((form) => form === facts.legalForms?.nl?.toUpperCase())
  const contact = own('contact', [
    own('legalForm', isOrganization ? (said ?? usual.organization) : usual.person),
    isOrganization && facts.registrationNumber !== undefined
      ? own('legalFormRegNo', facts.registrationNumber)
      : undefined,
  ])
  return { ...create, extension: [own('ext', [own('create', [contact])])] }
}
