import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { Command } from '@nameyard/epp/command'
import { createContact, type CreatedContact } from '@nameyard/epp/contact/create'
import { elementsOf, type XmlElement } from '@nameyard/epp/xml'
import { localContact, type ContactOrder } from '../contact'
import { FRNIC } from './namespaces'

const own = elementsOf(FRNIC)

/** The kinds of legal entities that the registry knows. */
export const legalStatuses = ['company', 'association', 'other'] as const
export type LegalStatus = (typeof legalStatuses)[number]

/** What an operator declares about all its contacts. */
export interface Declared {
  /** The kind of legal entities that do not give theirs. */
  readonly legalStatus: LegalStatus
  /** How the operator has checked that its customers can be reached; absent: it declares nothing. */
  readonly reachableBy?: 'email' | 'voice' | undefined
}

/**
 * Creates a contact of a natural person or of a legal entity. The address is local. A person has the first name apart, and
 * the place and day of birth where they are known. The registry may answer with a contact that it has already.
 */
export function identifiedContact(order: ContactOrder, declared: Declared): Command<CreatedContact> {
  const { snapshot } = order
  const isPerson = snapshot.organization === undefined
  const [firstName, name] = namesOf(snapshot)
  const create = createContact(localContact({ ...order, snapshot: isPerson ? { ...snapshot, name } : snapshot }))
  const { reachableBy } = declared
  const contact = own('contact', [
    ...(isPerson ? personOf(snapshot, firstName) : [legalEntityOf(snapshot, declared.legalStatus)]),
    reachableBy && own('reachable', '1', { media: reachableBy }),
  ])
  return { ...create, extension: [own('ext', [own('create', [contact])])] }
}

/** First and family name. Without a known first name, it is the first word. */
function namesOf({ name, facts }: ContactSnapshot): readonly [string, string] {
  const [word = name] = name.split(' ')
  const { firstName = word } = facts ?? {}
  const rest = name.startsWith(`${firstName} `) ? name.slice(firstName.length + 1).trim() : ''
  return [firstName, rest === '' ? name : rest]
}

function personOf({ facts, disclosure }: ContactSnapshot, firstName: string): (XmlElement | undefined)[] {
  const { date, city, postalCode, country } = facts?.birth ?? {}
  const isBornIn = date !== undefined && country !== undefined
  const birth = [
    own('birthDate', date),
    city === undefined ? undefined : own('birthCity', city),
    postalCode === undefined ? undefined : own('birthPc', postalCode),
    own('birthCc', country),
  ]
  return [
    disclosure === 'withhold' ? own('list', 'restrictedPublication') : undefined,
    isBornIn ? own('individualInfos', birth) : undefined,
    own('firstName', firstName),
  ]
}

/** The number is a SIREN or the first nine digits of a SIRET in France, that of the register of associations, or a foreign one. */
function legalEntityOf({ countryCode, facts = {} }: ContactSnapshot, usual: LegalStatus): XmlElement {
  const { vat, registrationNumber: number, legalForms = {} } = facts
  const digits = number?.replace(/[ .]/g, '')
  const waldec = digits !== undefined && /^W\d{9}$/i.test(digits) ? digits.toUpperCase() : undefined
  const siren = countryCode === 'FR' && digits !== undefined ? /^(\d{9})(\d{5})?$/.exec(digits)?.[1] : undefined
  const said = legalStatuses.find((status) => status === legalForms.fr?.toLowerCase())
  return own('legalEntityInfos', [
    own('legalStatus', '', { s: said ?? (waldec === undefined ? usual : 'association') }),
    siren === undefined ? undefined : own('siren', siren),
    vat === undefined ? undefined : own('VAT', vat),
    waldec === undefined ? undefined : own('asso', [own('waldec', waldec)]),
    number === undefined || siren !== undefined || waldec !== undefined ? undefined : own('local', number),
  ])
}
