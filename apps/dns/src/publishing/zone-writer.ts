import type { ZoneRecord } from '@nameyard/zone/zone-record'
import type { SigningKey } from '../dnssec/zone-key'

/** A zone as the name servers must answer it: one version, SOA and NS included. */
export interface ZoneVersion {
  /** The apex. */
  readonly name: string
  readonly version: bigint
  readonly records: readonly ZoneRecord[]
  /** Whom the zone takes its records and serials from, by transfer; then none stand here. */
  readonly masterAddress?: string | undefined
  /** What the zone is signed with; a zone without is unsigned. */
  readonly key?: SigningKey | undefined
}

/** A change that is ready and does nothing yet. */
export interface StagedChange {
  /** What it would change, each as people name it (`www.example.com A`); nothing when it is so already. */
  readonly changes: readonly string[]
  /**
   * Makes the change in one step: name servers answer the old version or the new one, never a mixture. (A change that is
   * larger than one request takes several, the serial in the last.) Answers the RRsets that the name servers refuse.
   * Throws VersionRejected where they refuse the version as a whole.
   */
  commit(): Promise<readonly RefusedSet[]>
}

/** An RRset that the name servers do not take, while they take the rest of the version. */
export interface RefusedSet {
  /** As people name it: `www.example.com A`. */
  readonly record: string
  /** In the words of the name server. */
  readonly reason: string
}

/** A server that keeps a version from counting as published. */
export interface Wait {
  /** Address and port of a name server, the address of a master, or `publisher`. */
  readonly server: string
  readonly problem: string
  /** The serial that the server answers instead. */
  readonly serial?: number
}

/** What a name server knows of a zone that it takes from a master. */
export interface Transfer {
  readonly serial: number
  /** REFRESH of the SOA record, in seconds. */
  readonly refresh: number
  /** When the master was last heard of, by the clock of the name server. */
  readonly lastCheck: number
}

/** A zone that the name servers have. */
export interface HeldZone {
  /** The apex. */
  readonly name: string
  /** Serial of its SOA record. */
  readonly serial: number
  /** Whether this platform made it; nobody else's zone is ever changed or taken away. */
  readonly isOurs: boolean
  /** Whether the zone has an active key; undefined where the name servers do not sign. */
  readonly isSigned?: boolean
  /** Of a slave zone: when its master was last heard of, by the clock of the name server. */
  readonly lastCheck?: number
}

/** The name servers have a later version than the one that was to be written. */
export class LaterServed extends Error {
  override readonly name = 'LaterServed'

  constructor(readonly serial: number) {
    super(`serial ${serial} is served already, which is later`)
  }
}

/** The name servers do not take what a zone says, and would not if they were asked again. */
export class VersionRejected extends Error {
  override readonly name = 'VersionRejected'

  /** `reason` names the record, in the words of the name server. */
  constructor(readonly reason: string) {
    super(`the version is rejected: ${reason}`)
  }
}

/** The name servers have a zone of that name that somebody else made. */
export class ForeignZone extends Error {
  override readonly name = 'ForeignZone'

  constructor(owner: string) {
    super(`the zone belongs to ${owner === '' ? 'nobody we know' : owner} and is left alone`)
  }
}

/**
 * Port to whatever feeds the name servers. All ways bear to be repeated, and an older version never replaces a later
 * one. What goes wrong is thrown as it comes and tried again.
 */
export interface ZoneWriter {
  /** Makes a zone say what the given version says, whatever it says now. Throws LaterServed, ForeignZone and VersionRejected. */
  stage(zone: ZoneVersion): Promise<StagedChange>
  /**
   * Takes a zone away that was deleted in the given version; one that is not there is as good. Throws LaterServed and
   * ForeignZone.
   */
  stageRemoval(name: string, version: bigint): Promise<StagedChange>
  /** All zones that the name servers have. */
  list(): Promise<HeldZone[]>
  /** What is known of the transfers of a slave zone; undefined before the first. */
  transferOf(name: string): Promise<Transfer | undefined>
  /** Has the zone fetched from its master now; answers before that is done. */
  fetch(name: string): Promise<void>
}

/** Where consumers find the writer that the settings chose. */
export const ZONE_WRITER = Symbol('zone writer')

/** A change that finds everything as it shall be. */
export const nothingToChange: StagedChange = { changes: [], commit: async () => [] }

/** The serial of a version: serials have 32 bits (RFC 1982). */
export function serialOf(version: bigint): number {
  return Number(BigInt.asUintN(32, version))
}

/** Whether a serial is another or later, in the arithmetic of RFC 1982 section 3.2. */
export function isAtLeast(serial: number, other: number): boolean {
  return (serial - other) >>> 0 < 2 ** 31
}

/** The first version behind a served serial that is later than the given version. */
export function versionBehind(version: bigint, servedSerial: number): bigint {
  return version + BigInt((servedSerial - serialOf(version)) >>> 0) + 1n
}
