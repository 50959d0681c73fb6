import { Controller } from '@nestjs/common'
import { consumeState } from '@nameyard/contracts/assistants/consume-state'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { useState } from './state.store'

@Controller()
export class ConsumeState {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(consumeState)
  async execute({ kind, hash }: Input<typeof consumeState>): Promise<Result<typeof consumeState>> {
    const used = await this.database.read(useState, { kind, hash, now: this.clock.machineNow() })
    return { isFirst: used.length > 0 }
  }
}
