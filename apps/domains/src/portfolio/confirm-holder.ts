import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { confirmHolder } from '@nameyard/contracts/domains/confirm-holder'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { parseDomainName } from '@nameyard/names/domain-name'
import { Database } from '@nameyard/persistence/database'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockLiveDomain } from '../lifecycle/domain.store'

type Asked = Input<typeof confirmHolder>

/** Confirms that the account of an adopted domain holds the name, so that the zones of other accounts end. */
@Controller()
export class ConfirmHolder {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
  ) {}

  @Handles(confirmHolder)
  async execute({ name: given }: Asked, call: Call): Promise<Result<typeof confirmHolder>> {
    return this.database.unitOfWork(call, async (tx) => {
      const parsed = parseDomainName(given)
      const domain = parsed.ok ? await lockLiveDomain(tx, parsed.value.ascii) : undefined
      if (!domain) return fail('domain_not_found', { domain: given })
      const { name, resellerId, leavesZones } = domain
      if (leavesZones)
        await this.changes.save(tx, domain, { ...domain, leavesZones: false, version: domain.version + 1 })
      tellAudit(tx, {
        resellerId,
        subject: `domain ${name}`,
        changes: { leaves_zones: { from: leavesZones, to: false } },
      })
      return { name, resellerId }
    })
  }
}
