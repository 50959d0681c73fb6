import { Controller } from '@nestjs/common'
import { getAccount } from '@nameyard/contracts/access/get-account'
import { examineLostNames, recoverNames } from '@nameyard/contracts/domains/recover-names'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { backupAt } from './model/loss'
import { Recovery, type Asked, type Recovered } from './recovery'

type Given = Input<typeof examineLostNames>

/** Takes names back that a restored backup lost, for an operator. */
@Controller()
export class RecoverNames {
  constructor(
    private readonly rpc: Rpc,
    private readonly recovery: Recovery,
  ) {}

  @Handles(examineLostNames)
  async examine(given: Given, call: Call): Promise<Result<typeof examineLostNames>> {
    return onWire(await this.recovery.examine(await this.asked(given, call), call))
  }

  @Handles(recoverNames)
  async execute(given: Given, call: Call): Promise<Result<typeof recoverNames>> {
    return onWire(await this.recovery.recover(await this.asked(given, call), call))
  }

  private async asked({ account, since, names }: Given, call: Call): Promise<Asked> {
    // Throws the refusal of an account that does not exist.
    for (const resellerId of new Set(names.flatMap((each) => each.resellerId ?? [])))
      await this.rpc.call(getAccount, { resellerId }, call)
    return { account, since: backupAt(since), names }
  }
}

function onWire(names: readonly Recovered[]): Result<typeof recoverNames> {
  return { names: names.map((each) => ({ ...each, changes: [...each.changes], charges: [...each.charges] })) }
}
