import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { Domain } from '../lifecycle/model/domain'

type Described = Pick<Domain, 'additionalData' | 'extension' | 'isPrivate'>

/** What the public may see of the contacts: nothing with privacy, the registrant's data with consent. */
function disclosureOf({ isPrivate, additionalData }: Described) {
  if (isPrivate) return { registrant: 'withhold', others: 'withhold' } as const
  return additionalData.consent_for_publishing === '1' ? ({ registrant: 'show' } as const) : {}
}

/** The legal form that an order has given the registrant, in the codes of the registry. */
function legalFormOf({ additionalData: { legal_type: given } }: Described): string | undefined {
  return typeof given === 'string' && given !== '' ? given : undefined
}

/**
 * Contacts by role as the registry gets them for a domain: with their disclosure (RFC 5733 section 2.9), and the registrant
 * with the legal form of the order.
 */
export function contactsOf<Contacts extends { readonly [Role in keyof Contacts]: ContactSnapshot | undefined }>(
  domain: Described,
  contacts: Contacts,
): Contacts {
  const disclosure: { registrant?: Disclosure; others?: Disclosure } = disclosureOf(domain)
  return Object.fromEntries(
    Object.entries<ContactSnapshot | undefined>(contacts).map(([role, contact]) => {
      const shown = role === 'registrant' ? disclosure.registrant : disclosure.others
      const disclosed = contact && shown ? { ...contact, disclosure: shown } : contact
      return [role, disclosed && role === 'registrant' ? withLegalForm(disclosed, domain) : disclosed]
    }),
  ) as Contacts
}

type Disclosure = NonNullable<ContactSnapshot['disclosure']>

function withLegalForm(registrant: ContactSnapshot, domain: Described): ContactSnapshot {
  const legalForm = legalFormOf(domain)
  if (legalForm === undefined) return registrant
  const { facts } = registrant
  return { ...registrant, facts: { ...facts, legalForms: { ...facts?.legalForms, [domain.extension]: legalForm } } }
}

/** Whether a change of a domain also changes what the registry gets about its contacts, so that it must get them again. */
export function areContactsChanged(before: Described, after: Described): boolean {
  const print = (domain: Described) => JSON.stringify([disclosureOf(domain), legalFormOf(domain)])
  return print(before) !== print(after)
}
