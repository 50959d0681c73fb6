import { createHash } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { findApprovalLink } from '@nameyard/contracts/approvals/find-approval-link'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { findLinked } from './approval-link.store'
import { approvalOnWire } from './approval-on-wire'

@Controller()
export class FindApprovalLink {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Only reads, because mail scanners open links before people do. */
  @Handles(findApprovalLink)
  async execute({ token }: Input<typeof findApprovalLink>): Promise<Result<typeof findApprovalLink>> {
    const now = this.clock.machineNow()
    const [found] = await this.database.read(findLinked, { hash: createHash('sha256').update(token).digest(), now })
    if (!found) fail('approval_link_not_found')
    const { operation, summary, expires_at: until } = approvalOnWire(found, now)
    const { username, given, price, currency, name, keyId } = found
    return { username, operation, summary, arguments: given, price, currency, name, isAssistant: keyId === null, until }
  }
}
