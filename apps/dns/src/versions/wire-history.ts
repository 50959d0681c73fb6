import type { getZone } from '@nameyard/contracts/dns/get-zone'
import type { Result } from '@nameyard/contracts/operation'
import { recordTypes } from '@nameyard/zone/record-types'
import { presentRecord, type ZoneRecord } from '@nameyard/zone/zone-record'
import { stepsOf } from '../records/model/steps'
import { changeSetIn, LONGEST_HISTORY, type StoredChange } from './version.store'

/** Returns the latest changes record by record, newest first. */
export function wireHistory(changes: readonly StoredChange[]): NonNullable<Result<typeof getZone>['history']> {
  return changes
    .flatMap((change) => {
      const { date, source, who, version } = change
      const steps = stepsOf(changeSetIn(change)).slice(0, LONGEST_HISTORY)
      return steps.map(({ was, is }) => ({ date, was: lineOf(was), is: lineOf(is), source, who, version }))
    })
    .slice(0, LONGEST_HISTORY)
}

function lineOf(record: ZoneRecord | undefined): string {
  if (record === undefined) return ''
  const { name, ttl, type, prio, value } = presentRecord(record)
  const hasPrio = recordTypes.get(type)?.prio !== undefined
  return [name, ttl, type, ...(hasPrio ? [prio] : []), value].join(' ')
}
