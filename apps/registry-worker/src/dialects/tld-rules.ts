import type { PeriodLengths } from '@nameyard/contracts/registry/registry-periods'
import type { NameserverForm } from '@nameyard/epp/domain/nameservers'
import { feeVersions } from '@nameyard/epp/extensions/fee/versions'
import { FEE, SECDNS } from '@nameyard/epp/namespaces'
import type { ContactRole } from './contact'

/** The data of a dialect about one TLD, such as the name of a product at the registry. */
export type Options = Readonly<Record<string, unknown>>

/** The rules of a TLD where registries differ: data of its record or account. */
export interface TldRules {
  /** What the dialect has to know about this TLD, by its own schema. */
  readonly options: Options
  /** Nameservers as objects of their own, or as attributes of the domain. */
  readonly nameserverForm: NameserverForm
  /** Whether a domain has contacts; a thin registry refuses them with 2306. */
  readonly contacts: 'required' | 'optional' | 'prohibited'
  /** The roles of contacts that creates and updates name; the dialect may have fewer. */
  readonly contactRoles: { readonly [At in 'create' | 'update']: ReadonlySet<ContactRole> }
  /** Who chooses the identifiers of contacts. A registry answers its own to a create. */
  readonly contactIds: 'platform' | 'registry'
  /** Whether we request a transfer, or the losing registrar pushes the domain to us without a request. */
  readonly transfers: 'requested' | 'pushed'
  /** The DNSSEC data that the registry accepts: DS records that we compute, or keys (RFC 5910 section 4). */
  readonly secDns: 'dsData' | 'keyData' | 'none'
  /** Whether a restore needs a report after the request (RFC 3915 section 4.2.5). */
  readonly restore: 'report' | 'immediate'
  /** Whether registrars renew domains; a registry that renews by itself may have no such command. */
  readonly isRenewable: boolean
  /** Days before the expiration from which a renewal is accepted; 0 where it always is. */
  readonly renewalOpensDays: number
  /** The lengths of registrations and renewals that the registry accepts; absent: all years. */
  readonly periods: { readonly [Of in 'create' | 'renew']?: PeriodLengths | undefined }
  /** Namespaces of the EPP extensions that commands of this TLD may use. Any version of fees is `FEE` here. */
  readonly extensions: ReadonlySet<string>
  /** The version of fees that the session agreed on; absent: none, or no session. */
  readonly fee?: string
}

/**
 * Returns the rules of a TLD, limited to the EPP extensions that a session agreed on (RFC 5730 section 2.9.1.1).
 */
export function agreedTld<Rules extends TldRules>(tld: Rules, extURIs: ReadonlySet<string>): Rules {
  const fee = tld.extensions.has(FEE) ? feeVersions.find((version) => extURIs.has(version)) : undefined
  return {
    ...tld,
    secDns: extURIs.has(SECDNS) ? tld.secDns : 'none',
    extensions: new Set([...tld.extensions].filter((uri) => extURIs.has(uri))),
    ...(fee !== undefined && { fee }),
  }
}
