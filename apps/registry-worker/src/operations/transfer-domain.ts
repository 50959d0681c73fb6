import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { requestTransfer } from '@nameyard/epp/domain/transfer'
import { withFee } from './command-extensions'
import { DesiredState } from './desired-state'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import type { Judgment, Sent } from './model/judgment'
import { judgeLostTransfer } from './model/lost-transfer'
import type { Verdict } from './model/verdict'
import { SingleChange } from './single-change'

type TransferExecution = Execution<'domain.transfer'>

/**
 * Transfers a domain to us (RFC 5731 section 3.2.4): requests the transfer, waits while the losing registrar may reject it,
 * and then brings the domain to its desired state.
 */
@Injectable()
export class TransferDomain implements Executor<'domain.transfer'> {
  constructor(
    private readonly exchange: Exchange,
    private readonly desired: DesiredState,
    private readonly change: SingleChange,
  ) {}

  execute(execution: TransferExecution): Promise<Verdict<RegistryView>> {
    const { operation, tld } = execution
    const { name, authInfo, roid, period, fee } = operation.intent
    const command = withFee(requestTransfer({ name, authInfo: { pw: authInfo, roid }, period }), 'transfer', fee, tld)
    return this.change.carryOut(execution, {
      command: command.name,
      send: () => this.exchange.send(execution, name, command),
      judge: (sent) => this.judge(execution, sent),
    })
  }

  private async judge(execution: TransferExecution, sent: Sent): Promise<Judgment> {
    const { operation } = execution
    const { seen, answer } = await this.exchange.info(execution)
    if (seen === undefined) return this.exchange.unclear(operation, answer)
    const asked = await this.exchange.transfer(execution, operation.intent.authInfo)
    if (asked.transfer === undefined) return this.exchange.unclear(operation, asked.answer)
    const judged = judgeLostTransfer(seen, asked.transfer, sent)
    return judged.kind === 'ours' ? this.takeOver(execution) : judged
  }

  /** The domain is ours. The transfer is done even when the domain cannot get its desired state. */
  private takeOver(execution: TransferExecution): Promise<Judgment> {
    return this.desired.finish(execution, execution.operation.intent.desired)
  }
}
