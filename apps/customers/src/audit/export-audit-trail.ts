import { Controller } from '@nestjs/common'
import { exportAuditTrail } from '@nameyard/contracts/audit/export-audit-trail'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { auditedAccount } from './reader'
import { TrailExport } from './trail-export'

@Controller()
export class ExportAuditTrail {
  constructor(private readonly trails: TrailExport) {}

  @Handles(exportAuditTrail)
  execute(input: Input<typeof exportAuditTrail>, call: Call): Promise<Result<typeof exportAuditTrail>> {
    return this.trails.page(auditedAccount(call), input)
  }
}
