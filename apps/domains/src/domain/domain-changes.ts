import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import { setTimers } from '@nameyard/contracts/registry/set-timers'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Inject, Injectable } from '@nestjs/common'
import { isDeepStrictEqual } from 'node:util'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import { HeldOrders } from '../placing/held-orders'
import { Refunds } from '../placing/refunds'
import { Submissions, type RegistryWish, type SubmissionReason } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { Authorizations } from '../transfer/authorizations'
import { isAutorenewedByDefault } from './account-setting.store'
import { insertDomain, saveDomain } from './domain.store'
import { addToHistory } from './history.store'
import { desiredOf } from './model/desired'
import type { Domain } from './model/domain'
import { changesInWords } from './model/history'
import { visibleStatus, type Effect } from './model/lifecycle'
import { expiring, isChangedForOthers, isHeld, type Step } from './model/settlement'
import { timersOf } from './model/timers'

/** Writes what became of a domain, with everything that others must hear of it, in the transaction that decided it. */
@Injectable()
export class DomainChanges {
  constructor(
    private readonly outbox: Outbox,
    private readonly submissions: Submissions,
    private readonly authorizations: Authorizations,
    private readonly held: HeldOrders,
    private readonly refunds: Refunds,
    private readonly clock: Clock,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
  ) {}

  /** Stores a new domain; undefined when the name is ordered or held by somebody on the platform. */
  async begin(tx: Tx, ordered: Omit<Domain, 'id'>): Promise<Domain | undefined> {
    const setting = await isAutorenewedByDefault(tx, ordered.resellerId)
    const followed = { ...ordered, isAutorenewedByDefault: setting }
    const id = await insertDomain(tx, followed)
    if (id === undefined) return undefined
    const domain = { ...followed, id }
    await this.setTimers(tx, domain)
    await this.tell(tx, domain)
    return domain
  }

  /** Writes a changed domain; sets its timers anew where they moved, or where one is overdue and must fire again. */
  async save(tx: Tx, before: Domain, after: Domain): Promise<void> {
    await saveDomain(tx, after)
    const changes = changesInWords(before, after)
    if (changes.length > 0) {
      await addToHistory(tx, after, { happenedAt: this.clock.now(), contents: changes.join(' ') })
    }
    const timers = timersOf(after, rulesOf(after))
    const isMoved = !isDeepStrictEqual(timersOf(before, rulesOf(before)), timers)
    const now = this.clock.now()
    if (isMoved || timers.some(({ dueAt }) => dueAt <= now)) await this.setTimers(tx, after)
    if (isChangedForOthers(before, after)) await this.tell(tx, after)
  }

  /** Sets the dates and timers of a domain by the rules of now, whatever they were set by before. */
  async retime(tx: Tx, domain: Domain): Promise<void> {
    const dates = domain.expiresAt && expiring(domain.expiresAt, rulesOf(domain))
    const after = { ...domain, ...dates, version: domain.version + 1 }
    await saveDomain(tx, after)
    await this.setTimers(tx, after)
  }

  /** Writes a step of the domain's life and does what follows from it; gives the operation that is submitted for it. */
  async take(
    tx: Tx,
    before: Domain,
    { domain, effect, isRenewalUnused }: Step,
    why: FollowUp,
  ): Promise<string | undefined> {
    await this.save(tx, before, domain)
    if (isRenewalUnused) await this.refunds.lastRenewal(tx, domain)
    return effect && this.follow(tx, domain, effect, why)
  }

  /** Does what follows from a transition. An order is submitted by whoever has priced it. */
  async follow(
    tx: Tx,
    domain: Domain,
    effect: Effect,
    { cause, freesHosts = true }: FollowUp,
  ): Promise<string | undefined> {
    const { name } = domain
    switch (effect) {
      case 'submit order':
        return undefined
      case 'ask registrant':
        await this.authorizations.ask(tx, domain)
        return undefined
      case 'give back':
        await this.held.giveBack(tx, domain)
        return undefined
      case 'park':
      case 'unpark': {
        const desired = desiredOf(domain, this.config.PARKING_NAMESERVERS)
        const wish: RegistryWish = { kind: 'domain.update', intent: { name, desired } }
        return this.submissions.submit(tx, domain, wish, { purpose: 'update', cause })
      }
      case 'hold': {
        const { statuses } = desiredOf(domain, this.config.PARKING_NAMESERVERS)
        const wish: RegistryWish = { kind: 'domain.update', intent: { name, desired: { statuses } } }
        return this.submissions.submit(tx, domain, wish, { purpose: 'update', cause })
      }
      case 'delete': {
        const wish: RegistryWish = { kind: 'domain.delete', intent: { name, freesHosts } }
        return this.submissions.submit(tx, domain, wish, { purpose: 'delete', cause })
      }
      case 'look': {
        const wish: RegistryWish = { kind: 'domain.inspect', intent: { name } }
        return this.submissions.submit(tx, domain, wish, { purpose: 'look', cause })
      }
    }
  }

  private async setTimers(tx: Tx, domain: Domain): Promise<void> {
    const { id: domainId, name, resellerId, version } = domain
    const timers = timersOf(domain, rulesOf(domain)).map(({ kind, dueAt }) => ({ kind, dueAt: dueAt.toISOString() }))
    await this.outbox.append(tx, setTimers, { domainId, name, resellerId, version, timers })
  }

  private async tell(tx: Tx, domain: Domain): Promise<void> {
    const { id, resellerId, name, ownerHandle, version, phase, changedAt } = domain
    await this.outbox.append(tx, domainChanged, {
      id,
      resellerId,
      name,
      status: visibleStatus[phase],
      ownerHandle,
      isHeld: isHeld(domain),
      version,
      changedAt: changedAt.toISOString(),
    })
  }
}

/** What a follow-up to a transition is submitted with. */
export interface FollowUp extends Pick<SubmissionReason, 'cause'> {
  /** Frees hosts below the name that other domains use; a delete is refused for them otherwise. */
  readonly freesHosts?: boolean
}
