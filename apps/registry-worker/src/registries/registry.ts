import type { EppConnectionOptions } from '@nameyard/epp/connection'
import type { NameserverForm } from '@nameyard/epp/domain/nameservers'
import { SECDNS } from '@nameyard/epp/namespaces'
import type { ResultCode } from '@nameyard/epp/result-code'

/** How a registry keeps the domains of an extension, where registries differ. */
export interface RegistryTld {
  /** Word for the rules as a whole; extensions that are kept alike share it. */
  readonly profile: string
  /** Nameservers as objects of their own, or as attributes of the domain. */
  readonly nameserverForm: NameserverForm
  /** Whether a domain names its contacts; a thin registry refuses them with 2306. */
  readonly contacts: 'required' | 'optional' | 'prohibited'
  /** What signs a delegation: digests that we make of the keys, or the keys themselves (RFC 5910 section 4). */
  readonly secDns: 'dsData' | 'keyData' | 'none'
  /** Whether the term is renewed by a command, or the registry prolongs it by itself. */
  readonly renewal: 'by-command' | 'none'
  /** Whether a transfer waits for the losing registrar, or is done when it is asked for. */
  readonly transfer: 'pending' | 'immediate'
  /** Whether a restore wants a report after the request (RFC 3915 section 4.2.5), or is done with the request. */
  readonly restore: 'report' | 'immediate'
  /** Namespaces of the extensions that commands for this extension may use. */
  readonly extensions: ReadonlySet<string>
}

/**
 * The rules of an extension as far as a session can use them: only what its greeting offered and its login named
 * (RFC 5730 section 2.9.1.1).
 */
export function agreedTld(tld: RegistryTld, extURIs: ReadonlySet<string>): RegistryTld {
  return {
    ...tld,
    secDns: extURIs.has(SECDNS) ? tld.secDns : 'none',
    extensions: new Set([...tld.extensions].filter((uri) => extURIs.has(uri))),
  }
}

/** Commands that a registry takes in a span of time: no more than `count` in any `perMs` milliseconds. */
export interface Rate {
  /** Names of the commands that count, as `domain:create` or `session:login`; absent when all do. */
  readonly commands?: readonly string[]
  readonly count: number
  readonly perMs: number
}

/** How long a session keeps still after an answer, because the registry holds it against us. */
export interface Penalty {
  /** Command it concerns; absent when it concerns all. */
  readonly command?: string
  /** Codes it concerns; absent for every refusal. */
  readonly codes?: readonly ResultCode[]
  readonly pauseMs: number
}

/** One account at one registry: where it is, who we are there, and what the registry is like. */
export interface Registry {
  /** Name of the account, in the singular of our own words; part of every row that concerns it. */
  readonly account: string
  readonly tlds: ReadonlyMap<string, RegistryTld>
  readonly connection: Omit<EppConnectionOptions, 'onFrame' | 'newPassword'>
  /** The password that the next rotation brings into use. */
  readonly nextPassword?: string
  /** Sessions at most, all replicas together; one of several is kept for the message queue. */
  readonly sessions: number
  /** Milliseconds after which an idle session is kept alive by a hello. */
  readonly keepaliveMs: number
  /** Milliseconds after which a session is replaced, before the registry ends it. */
  readonly lifetimeMs: number
  /** Milliseconds between two looks into an empty message queue; absent where the registry has none. */
  readonly pollMs?: number
  /** Names in one check at most. */
  readonly checkBatch: number
  readonly rates: readonly Rate[]
  readonly penalties: readonly Penalty[]
}
