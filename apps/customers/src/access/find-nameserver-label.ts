import { Controller } from '@nestjs/common'
import { findNameserverLabel } from '@nameyard/contracts/access/find-nameserver-label'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { readNameserverLabel } from './nameserver-label.store'

@Controller()
export class FindNameserverLabel {
  constructor(private readonly database: Database) {}

  @Handles(findNameserverLabel)
  async execute({ resellerId }: Input<typeof findNameserverLabel>): Promise<Result<typeof findNameserverLabel>> {
    const [found] = await this.database.read(readNameserverLabel, { resellerId })
    return { label: found?.label ?? null }
  }
}
