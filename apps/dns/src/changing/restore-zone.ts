import { Controller } from '@nestjs/common'
import { restoreZone } from '@nameyard/contracts/dns/restore-zone'
import type { Call, Input } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { apexOf } from '../records/apex'
import { VersionRestores } from './version-restores'

@Controller()
export class RestoreZone {
  constructor(private readonly restores: VersionRestores) {}

  /** Makes a version with the records of an earlier one; a deleted zone is made again. */
  @Handles(restoreZone)
  execute({ name, version, plan, guard }: Input<typeof restoreZone>, call: Call) {
    const asked = { source: restoreZone.id, apex: apexOf(name), zone: 'either', plan, guard } as const
    return this.restores.make(call, asked, version)
  }
}
