import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { signContract } from '@nameyard/contracts/domains/sign-contract'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { RulesInForce } from './rules-in-force'
import { sign } from './rules.store'

/** Records that the contract with a registry is signed: its extensions are sold from now on. */
@Controller()
export class SignContract {
  constructor(
    private readonly database: Database,
    private readonly rules: RulesInForce,
    private readonly clock: Clock,
  ) {}

  @Handles(signContract)
  async execute({ contract }: Input<typeof signContract>, call: Call): Promise<Result<typeof signContract>> {
    const now = this.clock.now()
    const signedAt = await this.database.unitOfWork(call, async (tx) => {
      const [signed] = await tx.query(sign, { contract, signedBy: call.operator ?? 'operator', signedAt: now })
      tellAudit(tx, {
        resellerId: null,
        subject: `contract ${contract}`,
        changes: { signed: { to: signed!.signedAt.toISOString() } },
      })
      return signed!.signedAt
    })
    await this.rules.refresh()
    return { contract, signedAt: signedAt.toISOString() }
  }
}
