import { Controller, Inject } from '@nestjs/common'
import { restoreZone } from '@nameyard/contracts/dns/restore-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { apexOf } from './apex'
import { versionIn } from './version-in'
import { readSince, type Since } from './version.store'
import type { ChangeAsked } from './weigh-change'
import { ZoneChanges } from './zone-changes'

@Controller()
export class RestoreZone {
  constructor(@Inject(ZoneChanges) private readonly changes: ZoneChanges) {}

  /** Records that the zone had once stood together then, and do again. */
  @Handles(restoreZone)
  execute({ name, version, plan, guard }: Input<typeof restoreZone>, call: Call) {
    return this.make(call, { source: restoreZone.id, apex: apexOf(name), zone: 'either', plan, guard }, version)
  }

  /** A change to the records of an earlier version, which the history tells by its own name. */
  make(call: Call, asked: ChangeAsked, version: number) {
    const { apex } = asked
    return this.changes.make(call, asked, async (_, tx) => {
      const [since] = await tx.query<Since>(readSince, [resellerOf(call), apex, version])
      if (since === undefined || since.zones === 0) return fail('zone_not_found')
      return { records: versionIn(since, version, apex).records, moved: [] }
    })
  }
}
