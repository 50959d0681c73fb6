import { Controller } from '@nestjs/common'
import { saveState } from '@nameyard/contracts/assistants/save-state'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { renewAccess, upsertState } from './state.store'

/** How long the access of an assistant lasts without a new access token. */
const GRANT_MS = 30 * 24 * 3_600_000

@Controller()
export class SaveState {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A new access token takes the place of the one before. */
  @Handles(saveState)
  async execute(input: Input<typeof saveState>, call: Call): Promise<Result<typeof saveState>> {
    const { kind, hash, grant = null, payload, lifeSeconds, scope = [] } = input
    const now = this.clock.machineNow()
    const expiresAt = new Date(now.getTime() + lifeSeconds * 1_000)
    return this.database.unitOfWork(call, async (tx) => {
      if (kind === 'AccessToken') {
        const grantEndsAt = new Date(now.getTime() + GRANT_MS)
        const renewed = await tx.query(renewAccess, { hash, grant: grant ?? '', scope, now, expiresAt, grantEndsAt })
        if (renewed.length === 0) return { isSaved: false }
      }
      const saved = await tx.query(upsertState, { kind, hash, grant, payload, now, expiresAt })
      return { isSaved: saved.length > 0 }
    })
  }
}
