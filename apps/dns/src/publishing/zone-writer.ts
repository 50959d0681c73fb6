import type { ZoneRecord } from '@nameyard/zone/zone-record'

/** A zone as the name servers must answer it: one version, SOA and NS included. */
export interface ZoneVersion {
  /** The apex. */
  readonly name: string
  readonly version: bigint
  readonly records: readonly ZoneRecord[]
}

/** A change that is ready and does nothing yet. */
export interface StagedChange {
  /** Makes the change in one step: name servers answer the old version or the new one, never a mixture. */
  commit(): Promise<void>
}

/**
 * Port to whatever feeds the name servers. Both ways bear to be repeated, and an older version never replaces a newer
 * one. What goes wrong is thrown as it comes
 * and tried again.
 */
export interface ZoneWriter {
  /** Makes a zone say what the given version says, whatever it says now. */
  stage(zone: ZoneVersion): Promise<StagedChange>
  /** Takes a zone away that was deleted in the given version. */
  stageRemoval(name: string, version: bigint): Promise<StagedChange>
}

/** Where consumers find the writer that the settings chose. */
export const ZONE_WRITER = Symbol('zone writer')
