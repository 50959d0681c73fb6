import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { Domain } from '../lifecycle/model/domain'

type Disclosure = NonNullable<ContactSnapshot['disclosure']>

/** What the public may see of the contacts: nothing with privacy, the registrant's data with consent. */
function disclosureOf({ isPrivate, additionalData }: Pick<Domain, 'additionalData' | 'isPrivate'>) {
  if (isPrivate) return { registrant: 'withhold', others: 'withhold' } as const
  return additionalData.consent_for_publishing === '1' ? ({ registrant: 'show' } as const) : {}
}

/** Contacts by role, with their disclosure (RFC 5733 section 2.9). */
export function disclosed<Contacts extends { readonly [Role in keyof Contacts]: ContactSnapshot | undefined }>(
  domain: Pick<Domain, 'additionalData' | 'isPrivate'>,
  contacts: Contacts,
): Contacts {
  const { registrant, others }: { registrant?: Disclosure; others?: Disclosure } = disclosureOf(domain)
  return Object.fromEntries(
    Object.entries<ContactSnapshot | undefined>(contacts).map(([role, contact]) => {
      const disclosure = role === 'registrant' ? registrant : others
      return [role, contact && disclosure ? { ...contact, disclosure } : contact]
    }),
  ) as Contacts
}

/** Whether a change also changes the disclosure of contacts, so that the registry must get them again. */
export function isDisclosedAnew(before: Parameters<typeof disclosureOf>[0], after: typeof before): boolean {
  return JSON.stringify(disclosureOf(before)) !== JSON.stringify(disclosureOf(after))
}
