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

/** Extensions that are open to every owner. */
export const everybody: Eligibility = { countries: [], citizenships: [], audience: '' }

/** EURid writes Greece as EL; ISO 3166-1 has GR. */
const isoCountry = (country: string) => (country === 'EL' ? 'GR' : country)

const words = (list: string): readonly string[] => list.split(' ')

/** Member states of the European Union, and their territories that have their own ISO codes. */
const europeanUnion = words(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK AX GF GP MF MQ RE YT',
)

/** The other states of the European Economic Area. */
const economicArea = words('IS LI NO')

/** Regulation (EU) 2019/517 article 3, extended to the EEA. */
export const eligibleForEu: Eligibility = {
  countries: [...europeanUnion, ...economicArea],
  citizenships: europeanUnion,
  audience: 'owners in the EU or EEA and EU citizens',
}

/** Code des postes et des communications électroniques, article L45-3; with the French overseas territories. */
export const eligibleForFr: Eligibility = {
  countries: [...europeanUnion, ...economicArea, ...words('CH BL NC PF PM TF WF')],
  citizenships: [],
  audience: 'owners in the EU, EEA or Switzerland',
}

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
