import type { NameserverForm } from '@nameyard/epp/domain/nameservers'
import type { EppConnectionOptions } from '@nameyard/epp/connection'

/** Rules of one extension at its registry. */
export interface RegistryTld {
  /** Nameservers as objects of their own, or as attributes of the domain. */
  readonly nameserverForm: NameserverForm
}

/** One account at one registry: where it is, who we are there, and what the registry is like. */
export interface Registry {
  /** Name of the account, in the singular of our own words; part of every row that concerns it. */
  readonly account: string
  readonly tlds: ReadonlyMap<string, RegistryTld>
  readonly connection: Omit<EppConnectionOptions, 'onFrame'>
  /** Sessions at most, all replicas together. */
  readonly sessions: number
  /** Milliseconds after which an idle session is kept alive by a hello. */
  readonly keepaliveMs: number
  /** Names in one check at most. */
  readonly checkBatch: number
}
