import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { isOurs } from '../dialects/model/seen'
import { DesiredState } from './desired-state'
import { Exchange } from './exchange'
import type { Execution, Executor } from './execution'
import { LinkedContacts } from './linked-contacts'
import { outOfReach, unseen, type Judgment, type Sent } from './model/judgment'
import type { Verdict } from './model/verdict'
import { viewOf } from './model/view'
import { SingleChange } from './single-change'
import { UpdateDomain } from './update-domain'

/**
 * Gives a domain to another registrant: by the registry's own procedure if it has one, otherwise by an update. The
 * registrant at the registry shows whether a trade was carried out.
 */
@Injectable()
export class TradeDomain implements Executor<'domain.trade'> {
  constructor(
    private readonly exchange: Exchange,
    private readonly desired: DesiredState,
    private readonly contacts: LinkedContacts,
    private readonly change: SingleChange,
    private readonly update: UpdateDomain,
  ) {}

  async execute(execution: Execution<'domain.trade'>): Promise<Verdict<RegistryView>> {
    const { operation, tld } = execution
    const { name, desired, authInfo } = operation.intent
    if (!tld.dialect.trades) return this.update.execute(execution)
    const obstacle = await this.contacts.ensure(execution, desired)
    if (obstacle) return obstacle
    const contacts = await this.contacts.idsOf(execution, desired)
    const command = tld.dialect.trade(name, { authInfo, contacts, desired }, tld)
    return this.change.carryOut(execution, {
      command: command.name,
      send: () => this.exchange.send(execution, name, command),
      judge: (sent) => this.judge(execution, sent, contacts.registrant),
    })
  }

  private async judge(
    execution: Execution<'domain.trade'>,
    sent: Sent,
    registrant: string | undefined,
  ): Promise<Judgment> {
    const { seen, answer } = await this.exchange.info(execution)
    if (seen === undefined) return this.exchange.unclear(execution.operation, answer)
    const view = viewOf(seen, sent.clientId)
    if (!isOurs(seen, sent.clientId)) return outOfReach(view)
    if (seen.registrant !== registrant) return unseen(sent, view)
    return this.desired.finish(execution, execution.operation.intent.desired)
  }
}
