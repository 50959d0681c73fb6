import { Controller } from '@nestjs/common'
import { findState } from '@nameyard/contracts/assistants/find-state'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { readState } from './state.store'

@Controller()
export class FindState {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(findState)
  async execute({ kind, hash }: Input<typeof findState>): Promise<Result<typeof findState>> {
    const [found] = await this.database.read(readState, { kind, hash, now: this.clock.machineNow() })
    return found ? { found } : {}
  }
}
