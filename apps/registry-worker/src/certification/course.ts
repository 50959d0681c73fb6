import { randomBytes } from 'node:crypto'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { Examination } from './examination'
import type { Registrar } from './registrar'

/** What a test works with. */
export interface Course {
  readonly exam: Examination
  /** The registrar that is tested. */
  readonly first: Registrar
  /** Another registrar of the registry. */
  readonly second: Registrar | undefined
  /** The domain that is registered, and hosts and a contact with names of this run. */
  readonly names: Names
  readonly years: number
  /** A domain of the first registrar and its code, where the registry tells codes to registrants only. */
  readonly transfer: { readonly domain: string; readonly authCode: string } | undefined
  /** Now, by our clock. */
  readonly now: () => Date
  /** Objects that the test has created and not deleted. */
  readonly left: Leftover[]
}

export interface Leftover {
  readonly registrar: Registrar
  readonly kind: 'domain' | 'contact' | 'host'
  readonly id: string
}

export interface Names {
  readonly domain: string
  /** A name that nobody has registered. */
  readonly unknown: string
  /** Hosts outside of the registry. The third is for changes. */
  readonly hosts: readonly [string, string, string]
  readonly person: ContactSnapshot
}

/** Names that no other run has, and a person with the given data. The hosts are below `.example`, which no registry has (RFC 2606). */
export function namesBelow(suffix: string, given: Partial<ContactSnapshot> = {}): Names {
  const label = `cert-${randomBytes(5).toString('hex')}`
  return {
    domain: `${label}.${suffix}`,
    unknown: `${label}-unknown.${suffix}`,
    hosts: [`ns1.${label}.example`, `ns2.${label}.example`, `ns3.${label}.example`],
    person: {
      handle: label,
      name: 'Test Person',
      organization: `Test ${label}`,
      street: ['Main Street 1'],
      city: 'Amsterdam',
      postalCode: '1012 AB',
      countryCode: 'NL',
      voice: '+31.201234567',
      email: `${label}@registrar.example`,
      ...given,
    },
  }
}
