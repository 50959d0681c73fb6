import type { EppConnectionOptions } from '@nameyard/epp/connection'
import type { NameserverForm } from '@nameyard/epp/domain/nameservers'
import { SECDNS } from '@nameyard/epp/namespaces'
import type { ResultCode } from '@nameyard/epp/result-code'

/** The rules of a TLD where registries differ. */
export interface RegistryTld {
  /** The name of the profile, shared by TLDs with the same rules. */
  readonly profile: string
  /** Nameservers as objects of their own, or as attributes of the domain. */
  readonly nameserverForm: NameserverForm
  /** Whether a domain has contacts; a thin registry refuses them with 2306. */
  readonly contacts: 'required' | 'optional' | 'prohibited'
  /** The DNSSEC data that the registry accepts: DS records that we compute, or keys (RFC 5910 section 4). */
  readonly secDns: 'dsData' | 'keyData' | 'none'
  /** Whether a command renews a domain, or the registry by itself. */
  readonly renewal: 'by-command' | 'none'
  /** Whether the losing registrar answers a transfer, or it takes effect at once. */
  readonly transfer: 'pending' | 'immediate'
  /** Whether a restore needs a report after the request (RFC 3915 section 4.2.5). */
  readonly restore: 'report' | 'immediate'
  /** Namespaces of the EPP extensions that commands of this TLD may use. */
  readonly extensions: ReadonlySet<string>
}

/**
 * Returns the rules of a TLD, limited to the EPP extensions that a session agreed on (RFC 5730 section 2.9.1.1).
 */
export function agreedTld(tld: RegistryTld, extURIs: ReadonlySet<string>): RegistryTld {
  return {
    ...tld,
    secDns: extURIs.has(SECDNS) ? tld.secDns : 'none',
    extensions: new Set([...tld.extensions].filter((uri) => extURIs.has(uri))),
  }
}

/** A rate limit: at most `count` commands in any `perMs` milliseconds. */
export interface Rate {
  /** Names of the counted commands, such as `domain:create` or `session:login`; absent: all commands. */
  readonly commands?: readonly string[]
  readonly count: number
  readonly perMs: number
}

/** A pause of a session after a refusal. */
export interface Penalty {
  /** The refused command; absent: any command. */
  readonly command?: string
  /** The codes of the refusal; absent: any code. */
  readonly codes?: readonly ResultCode[]
  readonly pauseMs: number
}

/** An account at a registry: its address, our credentials, its limits and rules. */
export interface Registry {
  /** Our name of the account, stored in every row about it. */
  readonly account: string
  readonly tlds: ReadonlyMap<string, RegistryTld>
  readonly connection: Omit<EppConnectionOptions, 'onFrame' | 'newPassword'>
  /** The new password for the next rotation. */
  readonly nextPassword?: string
  /** Most sessions, in all replicas together; one of several is reserved for the message queue. */
  readonly sessions: number
  /** Milliseconds after which an idle session sends hello. */
  readonly keepaliveMs: number
  /** Milliseconds after which a session is replaced, before the registry ends it. */
  readonly lifetimeMs: number
  /** Milliseconds between two polls of an empty message queue; absent: the registry has none. */
  readonly pollMs?: number
  /** Most names in one check. */
  readonly checkBatch: number
  readonly rates: readonly Rate[]
  readonly penalties: readonly Penalty[]
}
