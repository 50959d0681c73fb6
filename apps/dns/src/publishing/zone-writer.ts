import type { ZoneRecord } from '@nameyard/zone/zone-record'
import type { SigningKey } from '../dnssec/zone-key'

/** One version of a zone as the name servers must answer it, with SOA and NS. */
export interface ZoneVersion {
  /** The apex. */
  readonly name: string
  readonly version: bigint
  readonly records: readonly ZoneRecord[]
  /** The master of a slave zone, from which records and serials come by transfer; `records` is empty then. */
  readonly masterAddress?: string | undefined
  /** The key of a signed zone. */
  readonly key?: SigningKey | undefined
}

/** A change that is prepared and not made yet. */
export interface StagedChange {
  /** What it would change, such as `www.example.com A`; empty when the name servers have it already. */
  readonly changes: readonly string[]
  /**
   * Makes the change in one step: name servers answer the old version or the new one, never a mixture. A change that is
   * larger than one request takes several, with the serial in the last. Returns the RRsets that the name servers refuse.
   * Throws VersionRejected when they refuse the version as a whole.
   */
  commit(): Promise<readonly RefusedSet[]>
}

/** An RRset that the name servers refuse, while they accept the rest of the version. */
export interface RefusedSet {
  /** Such as `www.example.com A`. */
  readonly record: string
  /** The message of the name server. */
  readonly reason: string
}

/** The last transfer of a slave zone, as a name server knows it. */
export interface Transfer {
  readonly serial: number
  /** REFRESH of the SOA record, in seconds. */
  readonly refresh: number
  /** When the master last answered, by the clock of the name server. */
  readonly lastCheck: number
}

/** A zone as the name servers have it. */
export interface HeldZone {
  /** The apex. */
  readonly name: string
  /** Serial of its SOA record. */
  readonly serial: number
  /** Whether this platform created it. Zones of other owners are never changed or removed. */
  readonly isOurs: boolean
  /** Whether the zone has an active key; undefined when the name servers do not sign. */
  readonly isSigned?: boolean
  /** Of a slave zone: when its master last answered, by the clock of the name server. */
  readonly lastCheck?: number
}

/** The name servers have a later version than the one to write. */
export class LaterServed extends Error {
  override readonly name = 'LaterServed'

  constructor(readonly serial: number) {
    super(`the name servers have the later serial ${serial}`)
  }
}

/** The name servers refuse a version, and would refuse it again. */
export class VersionRejected extends Error {
  override readonly name = 'VersionRejected'

  /** `reason` is the message of the name server, which names the record. */
  constructor(readonly reason: string) {
    super(`the version is rejected: ${reason}`)
  }
}

/** The name servers have a zone of the name that belongs to another owner. */
export class ForeignZone extends Error {
  override readonly name = 'ForeignZone'

  constructor(owner: string) {
    super(`the name servers have the zone with the account "${owner}"; it is not changed`)
  }
}

/**
 * Port to the name servers. Every method may be repeated, and an older version never replaces a later one. Errors are
 * thrown, and the publication is retried.
 */
export interface ZoneWriter {
  /** Prepares to replace what a zone has by the given version. Throws LaterServed, ForeignZone and VersionRejected. */
  stage(zone: ZoneVersion): Promise<StagedChange>
  /**
   * Prepares to remove a zone that was deleted in the given version; nothing to do for a missing zone. Throws LaterServed
   * and ForeignZone.
   */
  stageRemoval(name: string, version: bigint): Promise<StagedChange>
  /** Returns all zones that the name servers have. */
  list(): Promise<HeldZone[]>
  /** Returns the last transfer of a slave zone; undefined before the first. */
  transferOf(name: string): Promise<Transfer | undefined>
  /** Requests a transfer from the master. Returns before it is done. */
  fetch(name: string): Promise<void>
}

/** Injection token of the writer that the settings choose. */
export const ZONE_WRITER = Symbol('zone writer')

/** The change when the name servers have the version already. */
export const nothingToChange: StagedChange = { changes: [], commit: async () => [] }
