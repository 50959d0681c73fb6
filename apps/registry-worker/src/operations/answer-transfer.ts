import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { approveTransfer, cancelTransfer, rejectTransfer } from '@nameyard/epp/domain/transfer'
import { Clock } from '@nameyard/runtime/clock'
import { CancelledPush } from './cancelled-push'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import type { Judgment, Sent } from './model/judgment'
import { judgeLostTransferAnswer, type TransferAnswer } from './model/lost-transfer-answer'
import type { Verdict } from './model/verdict'
import { OperationStore } from './operation.store'
import { SingleChange } from './single-change'

type AnswerExecution =
  Execution<'domain.transfer-approve'> | Execution<'domain.transfer-cancel'> | Execution<'domain.transfer-reject'>

const answers: Readonly<Record<AnswerExecution['operation']['kind'], TransferAnswer>> = {
  'domain.transfer-approve': 'approve',
  'domain.transfer-cancel': 'cancel',
  'domain.transfer-reject': 'reject',
}

const commands = { approve: approveTransfer, cancel: cancelTransfer, reject: rejectTransfer }

/** Approves or rejects a pending transfer, or cancels our own request (RFC 5730 section 2.9.3.4). */
@Injectable()
export class AnswerTransfer
  implements Executor<'domain.transfer-approve'>, Executor<'domain.transfer-cancel'>, Executor<'domain.transfer-reject'>
{
  constructor(
    private readonly exchange: Exchange,
    private readonly change: SingleChange,
    private readonly push: CancelledPush,
    private readonly store: OperationStore,
    private readonly clock: Clock,
  ) {}

  async execute(execution: AnswerExecution): Promise<Verdict<RegistryView>> {
    const { kind, object } = execution.operation
    if (kind === 'domain.transfer-cancel' && execution.tld.transfers === 'pushed')
      return this.push.execute(execution as Execution<'domain.transfer-cancel'>)
    const command = commands[answers[kind]](object)
    const verdict = await this.change.carryOut(execution, {
      command: command.name,
      send: () => this.exchange.send(execution, object, command),
      judge: (sent) => this.judge(execution, answers[kind], sent),
    })
    // The registry informs the losing registrar, not us.
    if (verdict.kind === 'done') await this.store.runNow(execution.operation, 'domain.transfer', this.clock.now())
    return verdict
  }

  private async judge(execution: AnswerExecution, answer: TransferAnswer, sent: Sent): Promise<Judgment> {
    const { operation } = execution
    const asked = await this.exchange.transfer(execution)
    if (asked.transfer === undefined) return this.exchange.unclear(operation, asked.answer)
    const { transfer } = asked
    return this.exchange.judge(execution, (seen) => judgeLostTransferAnswer(answer, seen, transfer, sent))
  }
}
