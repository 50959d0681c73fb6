import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { Domain } from '../domain/model/domain'

type Disclosure = NonNullable<ContactSnapshot['disclosure']>

/** What the registrant wants the public to be shown: nothing with privacy, everything with consent. */
function disclosureOf({ isPrivate, additionalData }: Pick<Domain, 'additionalData' | 'isPrivate'>) {
  if (isPrivate) return { registrant: 'withhold', others: 'withhold' } as const
  return additionalData.consent_for_publishing === '1' ? ({ registrant: 'show' } as const) : {}
}

/** Contacts by role with what the registry is told about showing them (RFC 5733 section 2.9). */
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

/** Whether the registry must be told anew what of the contacts is shown. */
export function isDisclosedAnew(before: Parameters<typeof disclosureOf>[0], after: typeof before): boolean {
  return JSON.stringify(disclosureOf(before)) !== JSON.stringify(disclosureOf(after))
}
