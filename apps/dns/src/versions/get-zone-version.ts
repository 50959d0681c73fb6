import { Controller } from '@nestjs/common'
import { getZoneVersion } from '@nameyard/contracts/dns/get-zone-version'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { apexOf } from '../records/apex'
import { changeSetOf, difference } from '../records/model/difference'
import { versionIn } from './version-in'
import { readSince } from './version.store'
import { wireDifference } from './wire-difference'

@Controller()
export class GetZoneVersion {
  constructor(private readonly database: Database) {}

  @Handles(getZoneVersion)
  async execute(
    { name, version, to }: Input<typeof getZoneVersion>,
    call: Call,
  ): Promise<Result<typeof getZoneVersion>> {
    const apex = apexOf(name)
    const asked = { resellerId: resellerOf(call), name: apex, version: Math.min(version, to ?? version) }
    const [since] = await this.database.read(readSince, asked)
    if (since === undefined || since.zones === 0) return fail('zone_not_found')
    const from = versionIn(since, version, apex)
    const until = versionIn(since, to ?? since.changes[0]!.version, apex)
    return { version, to: until.version, ...wireDifference(changeSetOf(difference(from.records, until.records))) }
  }
}
