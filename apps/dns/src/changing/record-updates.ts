import { Inject, Injectable } from '@nestjs/common'
import type { updateZone } from '@nameyard/contracts/dns/update-zone'
import { errors, fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { authorityRecords } from '@nameyard/zone/zone'
import { authorityOf } from '../authority'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { apexOf } from '../records/apex'
import { changedRecords } from '../records/model/changed-records'
import { reachOf } from '../records/model/reach'
import { recordPolicy } from '../records/record-policy'
import { recordRefusal } from '../records/refuse-record'
import type { ChangeAnswer } from './evaluate-change'
import { ZoneChanges } from './zone-changes'

type RecordUpdate = Pick<Input<typeof updateZone>, 'name' | 'id' | 'plan' | 'guard' | 'secured' | 'records'>

/** Adds, changes, removes and replaces records of an existing zone, all in one version. */
@Injectable()
export class RecordUpdates {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly changes: ZoneChanges,
  ) {}

  /** `source` is the id of the operation, which the history shows. */
  make(source: string, input: RecordUpdate, call: Call): Promise<ChangeAnswer> {
    const apex = apexOf(input.name)
    const policy = recordPolicy(this.config)
    const { id, plan, guard, secured: isSecured, records = {} } = input
    const asked = { source, apex, id, zone: 'live', plan, guard, isSecured } as const
    return this.changes.amend(
      call,
      asked,
      (zone) => {
        const managed = authorityRecords(apex, authorityOf(this.config, zone.label), BigInt(zone.version))
        const changed = changedRecords(zone.records, records, apex, policy, managed)
        if (changed.ok) return changed.value
        if (!('reason' in changed.error)) throw recordRefusal(changed.error.error, changed.error.path)
        const { reason, record, path } = changed.error
        return fail(reason, { record }, [{ path, problem: errors[reason].desc.replace('{record}: ', '') }])
      },
      reachOf(records, apex),
    )
  }
}
