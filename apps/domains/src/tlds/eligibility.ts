import { fail } from '@nameyard/contracts/errors'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'

/** Who may be the registrant of a domain under an extension. */
export interface Eligibility {
  /** ISO 3166-1 alpha-2 codes of the countries an owner may live or be established in; empty for every country. */
  readonly countries: readonly string[]
  /** Countries whose citizens may be owners wherever they live. Applies to persons, not to organizations. */
  readonly citizenships: readonly string[]
  /** The eligible owners, in words that complete "is for …" in a refusal. */
  readonly audience: string
}

/** EURid writes Greece as EL; ISO 3166-1 has GR. */
const isoCountry = (country: string) => (country === 'EL' ? 'GR' : country)

/** Refuses an owner that the extension does not allow, before anything is paid or submitted. */
export function refuseIneligible(
  { extension, eligibility }: { readonly extension: string; readonly eligibility: Eligibility },
  owner: Pick<ContactSnapshot, 'countryCode' | 'organization' | 'citizenship'>,
): void {
  const { countries, citizenships, audience } = eligibility
  if (countries.length === 0 || countries.includes(owner.countryCode)) return
  const isCitizen = owner.citizenship !== undefined && citizenships.includes(isoCountry(owner.citizenship))
  if (isCitizen && owner.organization === undefined) return
  fail('owner_not_eligible', { extension, audience, country: owner.countryCode })
}
