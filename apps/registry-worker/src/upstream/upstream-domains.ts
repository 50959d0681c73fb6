import { Injectable } from '@nestjs/common'
import { deleteDomain } from '@nameyard/contracts/domains/delete-domain'
import { renewDomain } from '@nameyard/contracts/domains/renew-domain'
import { restoreDomain } from '@nameyard/contracts/domains/restore-domain'
import { tradeDomain } from '@nameyard/contracts/domains/trade-domain'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Seen } from '../dialects/model/seen'
import { outOfReach, unseen, type Judgment, type Sent } from '../operations/model/judgment'
import { judgeLostDelete } from '../operations/model/lost-delete'
import { patiently } from '../operations/model/patience'
import type { Verdict } from '../operations/model/verdict'
import { viewOf } from '../operations/model/view'
import type { OperationOf } from '../operations/operation.store'
import { judgeRenewal, judgeRestore } from './model/judgments'
import { refused } from './model/refused'
import { seenOf, US } from './model/seen'
import { nameserverOf, partsOf } from './model/terms'
import { PriceCeiling, type Bought } from './price-ceiling'
import { UpstreamChanges } from './upstream-change'
import { UpstreamClient, type ChangeAnswer, type UpstreamExecution } from './upstream-client'
import { UpstreamCustomers, type Handles } from './upstream-customers'
import { UpstreamDesiredState } from './upstream-desired-state'
import { UpstreamReader, type UpstreamDomain } from './upstream-reader'

type Answered = ChangeAnswer<unknown> | Verdict<never>

/** Renews, deletes, restores and trades domains that the account has upstream. */
@Injectable()
export class UpstreamDomains {
  constructor(
    private readonly client: UpstreamClient,
    private readonly reader: UpstreamReader,
    private readonly changes: UpstreamChanges,
    private readonly customers: UpstreamCustomers,
    private readonly desired: UpstreamDesiredState,
    private readonly ceiling: PriceCeiling,
  ) {}

  renew(execution: UpstreamExecution<OperationOf<'domain.renew'>>): Promise<Verdict<RegistryView>> {
    const { expiresOn, period } = execution.operation.intent
    const name = 'domain:renew'
    const years = period.value
    const send = async ({ id, expiration_date: expires }: UpstreamDomain): Promise<Answered> => {
      // The API has no date to compare with (RFC 5731 section 3.2.3, curExpDate).
      if (!expires.startsWith(expiresOn)) return refused(`the domain expires on ${expires}, not on ${expiresOn}`)
      return this.client.send(execution, name, renewDomain, { id, period: years })
    }
    return this.changes.carryOut(execution, {
      name,
      send: () => this.paid(execution, { operation: 'renew', years }, send),
      look: (sent) => {
        const judge = (seen: Seen) => judgeRenewal(seen, { ...sent, expiresOn, period })
        return this.changes.lookAtDomain(execution, { kinds: ['domain.renew'], judge }, sent)
      },
    })
  }

  delete(execution: UpstreamExecution<OperationOf<'domain.delete'>>): Promise<Verdict<RegistryView>> {
    const { freesHosts } = execution.operation.intent
    const name = 'domain:delete'
    const input = { skip_soft_quarantine: true, force_delete: freesHosts }
    return this.changes.carryOut(execution, {
      name,
      send: () =>
        this.onDomain(execution, ({ id }) => this.client.send(execution, name, deleteDomain, { ...input, id })),
      look: (sent) => this.changes.lookAtDomain(execution, { kinds: ['domain.delete'], judge: judgeLostDelete }, sent),
    })
  }

  restore(execution: UpstreamExecution<OperationOf<'domain.restore'>>): Promise<Verdict<RegistryView>> {
    const name = 'domain:restore'
    const send = ({ id }: UpstreamDomain) => this.client.send(execution, name, restoreDomain, { id })
    return this.changes.carryOut(execution, {
      name,
      send: () => this.paid(execution, { operation: 'restore', years: 1 }, send),
      look: (sent) => this.changes.lookAtDomain(execution, { kinds: ['domain.restore'], judge: judgeRestore }, sent),
    })
  }

  /** Gives a domain to another registrant: by a trade where the extension has one there, otherwise by an update. */
  async trade(execution: UpstreamExecution<OperationOf<'domain.trade'>>): Promise<Verdict<RegistryView>> {
    const { desired, authInfo } = execution.operation.intent
    const domain = await this.reader.domain(execution)
    if (typeof domain === 'string') return outOfReach(viewOf(domain, US))
    if (!domain.trade_allowed) return this.desired.apply(execution, desired)
    const handles = await this.customers.handlesOf(execution, desired)
    if ('kind' in handles) return handles
    const name = 'domain:trade'
    const { owner_handle = '' } = handles
    const { nameservers = [] } = desired
    const input = {
      domain: partsOf(execution.operation.object),
      ...handles,
      owner_handle,
      autorenew: 'off' as const,
      ...(authInfo !== undefined && { auth_code: authInfo }),
      ...(nameservers.length > 0 && { name_servers: nameservers.map(nameserverOf) }),
    }
    return this.changes.carryOut(execution, {
      name,
      send: () =>
        this.paid(execution, { operation: 'trade', years: 1 }, () =>
          this.client.send(execution, name, tradeDomain, input),
        ),
      look: (sent) => this.lookAtTrade(execution, handles, sent),
    })
  }

  /** The registrant of the domain shows whether a trade was carried out. The rest of the desired state follows. */
  private async lookAtTrade(
    execution: UpstreamExecution<OperationOf<'domain.trade'>>,
    { owner_handle: wanted }: Handles,
    sent: Sent,
  ): Promise<Judgment> {
    const domain = await this.reader.domain(execution)
    if (typeof domain === 'string') return outOfReach(viewOf(domain, US))
    const data = viewOf(seenOf(domain), US)
    const started = await this.reader.underWay(execution, domain, ['domain.trade'], sent.sentAt)
    if (started) return { ...started, data }
    if (domain.owner_handle !== wanted) return patiently(unseen(sent, data), sent)
    return (await this.desired.apply(execution, execution.operation.intent.desired)) as Judgment
  }

  /** Sends a change of the domain that is paid, unless it is dearer than its ceiling. */
  private paid(
    execution: UpstreamExecution,
    bought: Bought,
    send: (domain: UpstreamDomain) => Promise<Answered>,
  ): Promise<Answered> {
    return this.onDomain(execution, async (domain) => {
      const price = await this.ceiling.check(execution, bought)
      return price.kind === 'price' ? send(domain) : price
    })
  }

  private async onDomain(
    execution: UpstreamExecution,
    send: (domain: UpstreamDomain) => Promise<Answered>,
  ): Promise<Answered> {
    const domain = await this.reader.domain(execution)
    if (typeof domain !== 'string') return send(domain)
    const { reason } = outOfReach(viewOf(domain, US))
    return { kind: 'refused', reason }
  }
}
