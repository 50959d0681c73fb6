import { Controller } from '@nestjs/common'
import { removeState } from '@nameyard/contracts/assistants/remove-state'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { deleteState } from './state.store'

@Controller()
export class RemoveState {
  constructor(private readonly database: Database) {}

  @Handles(removeState)
  async execute({ kind, hash }: Input<typeof removeState>): Promise<Result<typeof removeState>> {
    await this.database.read(deleteState, { kind, hash })
    return {}
  }
}
