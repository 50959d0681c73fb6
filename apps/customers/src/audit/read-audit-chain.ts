import { Controller } from '@nestjs/common'
import { readAuditChain } from '@nameyard/contracts/audit/export-audit-trail'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { PLATFORM } from './model/entry'
import { TrailExport } from './trail-export'

@Controller()
export class ReadAuditChain {
  constructor(private readonly trails: TrailExport) {}

  @Handles(readAuditChain)
  execute({ resellerId, ...page }: Input<typeof readAuditChain>): Promise<Result<typeof readAuditChain>> {
    return this.trails.page(resellerId ?? PLATFORM, page)
  }
}
