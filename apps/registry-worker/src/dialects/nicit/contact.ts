import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { Command } from '@nameyard/epp/command'
import { InvalidValue } from '@nameyard/epp/constraints'
import { createContact, type CreatedContact } from '@nameyard/epp/contact/create'
import { extended, nothingExtra } from '@nameyard/epp/extension'
import { elementsOf, type XmlElement } from '@nameyard/epp/xml'
import { localContact, type ContactOrder } from '../contact'
import { EXT_CON } from './namespaces'

const own = elementsOf(EXT_CON)

const NATURAL_PERSON = '1'
const COMPANY = '2'
const FOREIGN_ORGANIZATION = '7'
/** Companies, freelancers, non-profit organizations, public bodies, others, and foreign ones of all these kinds. */
const organizations = [COMPANY, '3', '4', '5', '6', FOREIGN_ORGANIZATION]

/**
 * Creates a contact. One that may be a registrant has its nationality, its kind and its code: of a person the tax code, of an
 * organization the VAT number or the one of a register. Whoever has a code may be a registrant, so that the same person is one
 * contact in all roles.
 */
export function contactOf(order: ContactOrder): Command<CreatedContact> {
  const { snapshot, role } = order
  const { organization, facts = {}, disclosure } = snapshot
  const code = organization === undefined ? facts.personalNumber : (facts.vat ?? facts.registrationNumber)
  if (code === undefined && role === 'registrant') {
    const field = organization === undefined ? 'personalNumber' : 'registrationNumber'
    throw new InvalidValue(field, 'is missing: the registry asks for the code of every registrant')
  }
  const element = own('create', [
    own('consentForPublishing', String(organization !== undefined || disclosure === 'show')),
    code === undefined ? undefined : registrant(snapshot, code),
  ])
  return extended(createContact(localContact(order)), { element, decode: nothingExtra })
}

function registrant(snapshot: ContactSnapshot, code: string): XmlElement {
  const { citizenship, countryCode } = snapshot
  return own('registrant', [
    // The European Union writes EL for Greece, ISO 3166 GR.
    own('nationalityCode', citizenship === 'EL' ? 'GR' : (citizenship ?? countryCode)),
    own('entityType', entityTypeOf(snapshot)),
    own('regCode', code),
  ])
}

function entityTypeOf({ organization, countryCode, facts }: ContactSnapshot): string {
  if (organization === undefined) return NATURAL_PERSON
  if (countryCode !== 'IT') return FOREIGN_ORGANIZATION
  return organizations.find((type) => type === facts?.legalForms?.it) ?? COMPANY
}
