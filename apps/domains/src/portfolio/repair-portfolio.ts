import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { repairPortfolio } from '@nameyard/contracts/domains/compare-portfolio'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockLiveDomain } from '../lifecycle/domain.store'
import { heldPhases } from '../lifecycle/model/lifecycle'

/** Restores the desired state of domains at their registry, and reads their dates there. */
@Controller()
export class RepairPortfolio {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
  ) {}

  @Handles(repairPortfolio)
  async execute({ names }: Input<typeof repairPortfolio>, call: Call): Promise<Result<typeof repairPortfolio>> {
    return this.database.unitOfWork(call, async (tx) => {
      let repairing = 0
      // In one order, so that two repairs at the same time do not wait for each other.
      for (const name of [...new Set(names)].sort()) if (await this.repair(tx, name)) repairing++
      tellAudit(tx, { resellerId: null, subject: 'portfolio', changes: { repair: { to: `${repairing} names` } } })
      return { repairing }
    })
  }

  private async repair(tx: Tx, name: string): Promise<boolean> {
    const domain = await lockLiveDomain(tx, name)
    if (!domain || !heldPhases.has(domain.phase)) return false
    const repaired = { ...domain, registryRefusal: null, version: domain.version + 1 }
    if (domain.registryRefusal) await this.changes.save(tx, domain, repaired)
    if (domain.phase === 'active' || domain.phase === 'quarantine.soft')
      await this.changes.carryOut(tx, repaired, 'unpark', { cause: 'timer' })
    // An operator has seen at the registry what this check will see: it counts as announced.
    await this.changes.carryOut(tx, repaired, 'check', { cause: 'message' })
    return true
  }
}
