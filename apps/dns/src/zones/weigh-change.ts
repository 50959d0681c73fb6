import type { zoneChanged } from '@nameyard/contracts/dns/zone-plan'
import type { Warning } from '@nameyard/contracts/envelope'
import { fail } from '@nameyard/contracts/errors'
import { advised, type Advised } from '@nameyard/messaging/advised'
import type { z } from 'zod'
import { brakes } from './model/brake'
import { difference } from './model/changed-records'
import type { RecordSet } from './model/records-of'
import { exchangeOf, type Exchange } from './model/steps'
import { refuseSignerRecords, refuseSigning } from './signer-records'
import { wireDifference } from './wire-difference'
import { adviceWarnings, movedWarnings } from './zone-warnings'
import type { StoredRecord } from './zone.store'

/** What a change is asked to be. */
export interface ChangeAsked {
  /** Id of the operation that asks. */
  readonly source: string
  /** The account, where the platform changes the zone in nobody's name; by default that of the caller. */
  readonly resellerId?: number
  readonly apex: string
  /** Number of the zone, where the client gave one. */
  readonly id?: number | undefined
  /** Whether the zone must be there before, must not be, or is made when it is not. */
  readonly zone: 'live' | 'new' | 'either'
  /** Show the change and do nothing. */
  readonly plan: boolean
  /** Refuse a change that takes much away. */
  readonly guard: boolean
  /** Sign the zone, or stop; undefined leaves that as it is. */
  readonly isSecured?: boolean | undefined
}

/** A zone that is about to change. */
export interface OpenZone {
  /** Undefined where there is no zone yet. */
  readonly id: number | undefined
  /** 0 where there is no zone yet. */
  readonly version: number
  readonly records: readonly StoredRecord[]
  /** Whether the zone has its records here or from a server of its owner. */
  readonly type: 'master' | 'slave'
  /** Whether the platform signs the zone; true until its signatures are gone. */
  readonly isSigned: boolean
}

/** What the records of the zone are to be, and what the client is told beside it. */
export type Decision = RecordSet & { readonly warnings?: readonly Warning[] }

/** What a client is answered about a change. */
export type ChangeAnswer = Advised<z.input<typeof zoneChanged>>

/** A change as the rows it takes and as the records it exchanges, with what its client is answered. */
export interface WeighedChange {
  readonly parts: ReturnType<typeof difference<StoredRecord>>
  readonly exchange: Exchange
  readonly answer: ChangeAnswer
}

/** Holds what a zone is to be against what it is; refuses what takes much away where that is to be guarded. */
export function weigh(
  zone: OpenZone,
  { apex, plan, guard, isSecured }: Pick<ChangeAsked, 'apex' | 'plan' | 'guard' | 'isSecured'>,
  { records, moved, warnings = [] }: Decision,
): WeighedChange {
  const parts = difference(zone.records, records)
  if (zone.isSigned) refuseSignerRecords(parts.added)
  else if (isSecured) refuseSigning('secured', records)
  const exchange = exchangeOf(parts)
  const removed = parts.removed.length
  const brake = brakes(zone.records.length, removed)
    ? `the change removes ${removed} of ${zone.records.length} records`
    : undefined
  const told = [...movedWarnings(moved), ...warnings, ...adviceWarnings(apex, zone.records, records)]
  if (plan) {
    const shown = { version: zone.version, ...(brake && { brake }), ...wireDifference(exchange) }
    return { parts, exchange, answer: advised({ success: true, plan: shown }, told) }
  }
  if (guard && brake)
    fail('zone_change_braked', { removed, records: zone.records.length }, [{ path: 'guard', problem: brake }])
  return { parts, exchange, answer: advised({ success: true }, told) }
}
