import { Controller } from '@nestjs/common'
import type { Result } from '@nameyard/contracts/operation'
import { readClock } from '@nameyard/contracts/sandbox/read-clock'
import { Handles } from '@nameyard/messaging/handles'
import { SandboxClockStore } from './sandbox-clock.store'

/** Returns the offset of the sandbox clock to services that start. */
@Controller()
export class ReadClock {
  constructor(private readonly store: SandboxClockStore) {}

  @Handles(readClock)
  async execute(): Promise<Result<typeof readClock>> {
    return { aheadMs: await this.store.read() }
  }
}
