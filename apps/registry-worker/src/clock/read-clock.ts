import type { Result } from '@nameyard/contracts/operation'
import { readClock } from '@nameyard/contracts/sandbox/read-clock'
import { Handles } from '@nameyard/messaging/handles'
import { Controller } from '@nestjs/common'
import { SandboxClockStore } from './sandbox-clock.store'

/** Tells services that start how far the time was put ahead. */
@Controller()
export class ReadClock {
  constructor(private readonly store: SandboxClockStore) {}

  @Handles(readClock)
  async execute(): Promise<Result<typeof readClock>> {
    return { aheadMs: await this.store.read() }
  }
}
