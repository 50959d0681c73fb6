import type { z } from 'zod'
import type { zoneChanged } from '@nameyard/contracts/dns/zone-plan'
import type { Warning } from '@nameyard/contracts/envelope'
import { fail } from '@nameyard/contracts/errors'
import { advised, type Advised } from '@nameyard/messaging/advised'
import { refuseSignerRecords, refuseSigning } from '../dnssec/signer-records'
import { changeSetOf, difference, type ChangeSet } from '../records/model/difference'
import type { RecordSet } from '../records/model/record-set'
import { wireDifference } from '../versions/wire-difference'
import { brakes } from './model/brake'
import { adviceWarnings, movedWarnings } from './zone-warnings'
import type { StoredRecord } from './zone.store'

/** A requested change of a zone, apart from its records. */
export interface ChangeAsked {
  /** Id of the operation that requests the change. */
  readonly source: string
  /** The account, where the platform changes the zone and no contact does; by default that of the caller. */
  readonly resellerId?: number
  readonly apex: string
  /** Number of the zone, where the client gave one. */
  readonly id?: number | undefined
  /** `live`: the zone must exist. `new`: it must not exist. `either`: it is created when it does not exist. */
  readonly zone: 'live' | 'new' | 'either'
  /** Show the change and do nothing. */
  readonly plan: boolean
  /** Refuse a change that removes a large part of the zone. */
  readonly guard: boolean
  /** Switch signing on or off; undefined leaves it as it is. */
  readonly isSecured?: boolean | undefined
}

/** A zone before its change. */
export interface CurrentZone {
  /** Undefined when there is no zone yet. */
  readonly id: number | undefined
  /** 0 when there is no zone yet. */
  readonly version: number
  readonly records: readonly StoredRecord[]
  /** Whether the zone has its records here (`master`) or from a server of its owner (`slave`). */
  readonly type: 'master' | 'slave'
  /** Whether the platform signs the zone; true until its signatures are removed. */
  readonly isSigned: boolean
  /** Label of the name servers of its account; null for the shared ones. */
  readonly label: string | null
}

/** The records that the zone gets, and warnings for the client. */
export type Decision = RecordSet & { readonly warnings?: readonly Warning[] }

/** The answer to the client. */
export type ChangeAnswer = Advised<z.input<typeof zoneChanged>>

/** How rows of records change. */
export type RecordDifference = ReturnType<typeof difference<StoredRecord>>

/** A change as rows and as records, with the answer to its client. */
export interface EvaluatedChange {
  readonly parts: RecordDifference
  readonly changeSet: ChangeSet
  readonly answer: ChangeAnswer
}

/** Compares the records that a zone has with those it gets. Refuses what DNSSEC rules out and what `guard` forbids. */
export function evaluate(
  zone: CurrentZone,
  { apex, plan, guard, isSecured }: Pick<ChangeAsked, 'apex' | 'plan' | 'guard' | 'isSecured'>,
  { records, moved, warnings = [] }: Decision,
): EvaluatedChange {
  const parts = difference(zone.records, records)
  if (zone.isSigned) refuseSignerRecords(parts.added)
  else if (isSecured) refuseSigning('secured', records)
  const changeSet = changeSetOf(parts)
  const removed = parts.removed.length
  const brake = brakes(zone.records.length, removed)
    ? `the change removes ${removed} of ${zone.records.length} records`
    : undefined
  const all = [...movedWarnings(moved), ...warnings, ...adviceWarnings(apex, zone.records, records)]
  if (plan) {
    const shown = { version: zone.version, ...(brake && { brake }), ...wireDifference(changeSet) }
    return { parts, changeSet, answer: advised({ success: true, plan: shown }, all) }
  }
  if (guard && brake)
    fail('zone_change_braked', { removed, records: zone.records.length }, [{ path: 'guard', problem: brake }])
  return { parts, changeSet, answer: advised({ success: true }, all) }
}

/** Refuses to change records of a slave zone: it has none here. */
export function refuseSlave(): never {
  const problem = 'a slave zone has its records from its master'
  return fail('invalid_input', { field: 'name', problem }, [{ path: 'name', problem }])
}
