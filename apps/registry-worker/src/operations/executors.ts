import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { RegistryOperationKind } from '@nameyard/contracts/registry/submit-operation'
import { AnswerTransfer } from './answer-transfer'
import { CarryOutVerb } from './carry-out-verb'
import { CreateDomain } from './create-domain'
import { DeleteDomain } from './delete-domain'
import { DeleteHost } from './delete-host'
import type { Execution, Executor } from './execution'
import { InspectDomain } from './inspect-domain'
import type { Verdict } from './model/verdict'
import { RenewDomain } from './renew-domain'
import { RestoreDomain } from './restore-domain'
import { SetHost } from './set-host'
import { TradeDomain } from './trade-domain'
import { TransferDomain } from './transfer-domain'
import { UpdateDomain } from './update-domain'

/** The executor of each kind of operation. */
@Injectable()
export class Executors {
  private readonly byKind: { readonly [Kind in RegistryOperationKind]: Executor<Kind> }

  constructor(
    create: CreateDomain,
    renew: RenewDomain,
    update: UpdateDomain,
    transfer: TransferDomain,
    trade: TradeDomain,
    answer: AnswerTransfer,
    remove: DeleteDomain,
    restore: RestoreDomain,
    verb: CarryOutVerb,
    setHost: SetHost,
    removeHost: DeleteHost,
    inspect: InspectDomain,
  ) {
    this.byKind = {
      'domain.create': create,
      'domain.renew': renew,
      'domain.update': update,
      'domain.trade': trade,
      'domain.transfer': transfer,
      'domain.transfer-cancel': answer,
      'domain.transfer-approve': answer,
      'domain.transfer-reject': answer,
      'domain.delete': remove,
      'domain.restore': restore,
      'domain.verb': verb,
      'host.set': setHost,
      'host.delete': removeHost,
      'domain.inspect': inspect,
    }
  }

  async execute<Kind extends RegistryOperationKind>(execution: Execution<Kind>): Promise<Verdict<RegistryView>> {
    const kind: Kind = execution.operation.kind
    const executor: Executor<Kind> = this.byKind[kind]
    return executor.execute(execution)
  }
}
