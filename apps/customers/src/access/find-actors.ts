import { Controller } from '@nestjs/common'
import { findActors } from '@nameyard/contracts/access/find-actors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { everyRight, rightsWithin } from '@nameyard/contracts/rights'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { currentActors } from './person.store'

@Controller()
export class FindActors {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(findActors)
  async execute({ bearers }: Input<typeof findActors>): Promise<Result<typeof findActors>> {
    const found = await this.database.read(currentActors, {
      contactIds: bearers.map(({ contactId }) => contactId),
      keyIds: bearers.map(({ keyId }) => keyId ?? null),
      now: this.clock.machineNow(),
    })
    const actors = found.map(({ keyId, scope, enforcesRoles, isLimited, limits, approval, ...person }) => ({
      ...person,
      ...(keyId !== null && { keyId }),
      scope: rightsWithin(scope ?? everyRight, { role: person.role, enforcesRoles }),
      ...(enforcesRoles && { enforcesRoles }),
      ...(isLimited && { isLimited }),
      ...(limits !== null && { limits }),
      ...(approval !== null && { approval }),
    }))
    return { actors }
  }
}
