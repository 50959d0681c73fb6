import { Controller, Inject } from '@nestjs/common'
import { getZoneVersion } from '@nameyard/contracts/dns/get-zone-version'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { apexOf } from './apex'
import { difference } from './model/changed-records'
import { exchangeOf } from './model/steps'
import { versionIn } from './version-in'
import { readSince, type Since } from './version.store'
import { wireDifference } from './wire-difference'

@Controller()
export class GetZoneVersion {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Handles(getZoneVersion)
  async execute(
    { name, version, to }: Input<typeof getZoneVersion>,
    call: Call,
  ): Promise<Result<typeof getZoneVersion>> {
    const apex = apexOf(name)
    const values = [resellerOf(call), apex, Math.min(version, to ?? version)]
    const [since] = await this.database.read<Since>(readSince, values)
    if (since === undefined || since.zones === 0) return fail('zone_not_found')
    const from = versionIn(since, version, apex)
    const until = versionIn(since, to ?? since.changes[0]!.version, apex)
    return { version, to: until.version, ...wireDifference(exchangeOf(difference(from.records, until.records))) }
  }
}
