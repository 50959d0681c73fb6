import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { DesiredState, type DesiredDomain } from './desired-state'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import { LinkedContacts } from './linked-contacts'
import type { Judgment, Sent } from './model/judgment'
import { judgeLostTransfer, judgePush } from './model/lost-transfer'
import type { Verdict } from './model/verdict'
import { Prices } from './prices'
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
    private readonly contacts: LinkedContacts,
    private readonly change: SingleChange,
    private readonly prices: Prices,
  ) {}

  async execute(execution: TransferExecution): Promise<Verdict<RegistryView>> {
    const { operation, tld } = execution
    const { intent } = operation
    if (tld.transfers === 'pushed') return this.awaitPush(execution)
    const { name, authInfo, roid, period, fee } = intent
    const people = tld.dialect.transferNamesContacts ? this.desiredOf(execution) : {}
    const obstacle = await this.contacts.ensure(execution, people)
    if (obstacle) return obstacle
    const order = { intent, contacts: await this.contacts.idsOf(execution, people) }
    const request = tld.dialect.transfer({ name, authInfo: { pw: authInfo, roid }, period }, order, tld)
    const priced = await this.prices.agree(execution, request, 'transfer', fee)
    if ('obstacle' in priced) return priced.obstacle
    const { command } = priced
    return this.change.carryOut(execution, {
      command: command.name,
      send: () => this.exchange.send(execution, name, command),
      judge: (sent) => this.judge(execution, sent),
    })
  }

  /**
   * Waits until the losing registrar has pushed the domain to us. Nothing is sent before: the registry has no request. A poll
   * message ends the wait earlier, where the registry sends one.
   */
  private async awaitPush(execution: TransferExecution): Promise<Verdict<RegistryView>> {
    const { operation, registry } = execution
    const { seen, answer } = await this.exchange.info(execution)
    if (seen === undefined) return this.exchange.unclear(operation, answer)
    const judged = judgePush(seen, registry.registrarId)
    return judged.kind === 'ours' ? this.desired.finish(execution, this.desiredOf(execution)) : judged
  }

  private async judge(execution: TransferExecution, sent: Sent): Promise<Judgment> {
    const { operation, tld } = execution
    // The query comes first: a transfer that is approved between the two clears the code, and then only info shows the end.
    const asked = tld.dialect.hasTransferQueries
      ? await this.exchange.transfer(execution, operation.intent.authInfo)
      : undefined
    if (asked && asked.transfer === undefined) return this.exchange.unclear(operation, asked.answer)
    const { seen, answer } = await this.exchange.info(execution)
    if (seen === undefined) return this.exchange.unclear(operation, answer)
    const judged = judgeLostTransfer(seen, asked?.transfer ?? 'none', sent)
    return judged.kind === 'ours' ? this.takeOver(execution) : judged
  }

  /** The domain is ours. The transfer is done even when the domain cannot get its desired state. */
  private takeOver(execution: TransferExecution): Promise<Judgment> {
    return this.desired.finish(execution, this.desiredOf(execution))
  }

  private desiredOf({ operation, tld }: TransferExecution): DesiredDomain {
    const { registrant, ...others } = operation.intent.desired
    return tld.dialect.transferKeepsRegistrant ? others : { ...others, registrant }
  }
}
