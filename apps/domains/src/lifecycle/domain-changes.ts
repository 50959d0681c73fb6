import { isDeepStrictEqual } from 'node:util'
import { Injectable } from '@nestjs/common'
import { accountEvents } from '@nameyard/contracts/account-events'
import { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import { sendExpiryNotice } from '@nameyard/contracts/customers/send-expiry-notice'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import { setTimers } from '@nameyard/contracts/registry/set-timers'
import { AccountEvents } from '@nameyard/outbox/account-events'
import { AuditTrail } from '@nameyard/outbox/audit-trail'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import { rulesOf } from '../tlds/catalogue'
import { isAutorenewedByDefault } from './account-setting.store'
import { isSameCode } from './auth-code'
import { domainInEvents } from './domain-on-wire'
import { insertDomain, saveDomain } from './domain.store'
import { Effects, type EffectOptions } from './effects'
import { addToHistory } from './history.store'
import { typeOfNew, eventsOf, type DomainEventType } from './model/account-events'
import type { Domain } from './model/domain'
import { expiryNotice, type NoticeKind } from './model/expiry-notice'
import { isGeneric } from './model/generic'
import { changesInWords } from './model/history'
import { holdingOf } from './model/holding'
import { heldPhases, visibleStatus, type Effect } from './model/lifecycle'
import { demandsVerification, hasNewOwner } from './model/owner-verification'
import { expiring, isChangedForOthers, isHeld, type Step } from './model/settlement'
import { timersOf } from './model/timers'

const declarations = new Map(accountEvents.map((each) => [each.type, each]))

/**
 * Writes changes of domains together with the timers, history entries, messages and account events that follow, in one
 * transaction.
 */
@Injectable()
export class DomainChanges {
  constructor(
    private readonly outbox: Outbox,
    private readonly trail: AuditTrail,
    private readonly effects: Effects,
    private readonly clock: Clock,
    private readonly codes: AuthCodeCipher,
    private readonly events: AccountEvents,
  ) {}

  /** Stores a new domain. Returns undefined when an account of the platform already has or orders the name. */
  async create(tx: Tx, ordered: Omit<Domain, 'id'>): Promise<Domain | undefined> {
    const setting = await isAutorenewedByDefault(tx, ordered.resellerId)
    const created = { ...ordered, isAutorenewedByDefault: setting }
    const inserted = await insertDomain(tx, created)
    if (!inserted) return undefined
    const domain = { ...created, id: inserted.id }
    for (const retired of inserted.retired) await this.record(tx, retired, ['domain.order-removed'])
    if (timersOf(domain, rulesOf(domain)).length > 0) await this.setTimers(tx, domain)
    await this.announce(tx, undefined, domain)
    await this.record(tx, domain, [typeOfNew(domain)])
    return domain
  }

  /** Writes a changed domain. Sets its timers again where they moved, or where one is overdue and must fire again. */
  async save(tx: Tx, stored: Domain, after: Domain): Promise<void> {
    const before = this.resealed(stored, after)
    await saveDomain(tx, after)
    const changes = changesInWords(before, after)
    if (changes.length > 0) {
      await addToHistory(tx, after, { happenedAt: this.clock.now(), contents: changes.join(' ') })
    }
    const timers = timersOf(after, rulesOf(after))
    const isMoved = !isDeepStrictEqual(timersOf(before, rulesOf(before)), timers)
    const now = this.clock.now()
    if (isMoved || timers.some(({ dueAt }) => dueAt <= now)) await this.setTimers(tx, after)
    if (isChangedForOthers(before, after)) await this.announce(tx, before, after)
    const types = eventsOf(before, after)
    await this.record(tx, after, types)
    if (types.includes('domain.expired')) await this.mailExpiry(tx, after, 'expired')
    if (!before.deletedAt && after.deletedAt && heldPhases.has(before.phase)) await this.recordEnd(tx, after)
  }

  /**
   * The end of a domain is in the trail of its account, also when a timer or the registry ended it. It names nobody: another
   * account may have caused it, and what a person of this account did is recorded as its operation.
   */
  private async recordEnd(tx: Tx, { name, resellerId, removalReason }: Domain): Promise<void> {
    const changes = { reason: { to: removalReason } }
    const event = { event: 'domains.ended', subject: `domain ${name}`, resellerId, changes }
    await this.outbox.append(tx, recordAuditEvent, this.trail.payloadOf({ correlationId: tx.correlationId }, event))
  }

  /** Sets the dates and timers of a domain by the rules in force, whatever rules set them before. */
  async retime(tx: Tx, domain: Domain): Promise<void> {
    const dates = domain.expiresAt && expiring(domain.expiresAt, rulesOf(domain))
    const after = { ...domain, ...dates, version: domain.version + 1 }
    await saveDomain(tx, after)
    await this.setTimers(tx, after)
    await this.record(tx, after, eventsOf(domain, after))
  }

  /** Writes a step of the lifecycle and carries out its effects. Returns the id of the operation that is submitted. */
  async apply(
    tx: Tx,
    before: Domain,
    { domain, effect, isRenewalUnused }: Step,
    options: EffectOptions,
  ): Promise<string | undefined> {
    await this.save(tx, before, domain)
    if (isRenewalUnused) await this.effects.carryOut(tx, domain, 'refund renewal', options)
    // The address of its registrant was known to be unverified before the account had the domain.
    const isHeldAnew = !heldPhases.has(before.phase) && heldPhases.has(domain.phase)
    if (isHeldAnew && domain.isSuspended) await this.effects.carryOut(tx, domain, 'hold', options)
    return effect && this.effects.carryOut(tx, domain, effect, options)
  }

  /** Tells the account and the registrant that a domain expires soon. Nothing of the domain changes. */
  async tellExpiry(tx: Tx, domain: Domain, kind: NoticeKind): Promise<void> {
    await this.record(tx, domain, ['domain.expiring'])
    await this.mailExpiry(tx, domain, kind)
  }

  /** Asks the registrant of a gTLD to check the registration data. Nothing of the domain changes. */
  async remindOfData(tx: Tx, domain: Domain): Promise<void> {
    if (isGeneric(domain.name, rulesOf(domain).isNewGtld)) await this.record(tx, domain, ['domain.data-reminder'])
  }

  /** Tells the account and the registrant that a code that authorizes a transfer was given out. Nothing changes. */
  async tellDisclosure(tx: Tx, domain: Domain): Promise<void> {
    await this.record(tx, domain, ['domain.auth-code-disclosed'])
  }

  /** Carries out an effect without a transition. */
  async carryOut(tx: Tx, domain: Domain, effect: Effect, options: EffectOptions): Promise<string | undefined> {
    return this.effects.carryOut(tx, domain, effect, options)
  }

  /** The domain before a change, with its codes as after it where they are the same: another secret may have sealed them. */
  private resealed(before: Domain, after: Domain): Domain {
    const same = (code: 'authCode' | 'internalAuthCode') =>
      isSameCode(this.codes, before.name, before[code], after[code]) ? after[code] : before[code]
    return { ...before, authCode: same('authCode'), internalAuthCode: same('internalAuthCode') }
  }

  private async record(tx: Tx, domain: Domain, types: readonly DomainEventType[]): Promise<void> {
    if (types.length === 0) return
    const { id, resellerId, name } = domain
    const at = this.clock.now()
    const state = domainInEvents(domain, at)
    for (const type of types) {
      await this.events.record(tx, declarations.get(type)!, {
        resellerId,
        object: `domains/${id}`,
        at,
        state,
        domain: name,
      })
    }
  }

  private async mailExpiry(tx: Tx, domain: Domain, kind: NoticeKind): Promise<void> {
    const notice = expiryNotice(domain, kind, rulesOf(domain).isNewGtld)
    if (notice) await this.outbox.append(tx, sendExpiryNotice, notice)
  }

  private async setTimers(tx: Tx, domain: Domain): Promise<void> {
    const { id: domainId, name, resellerId, version } = domain
    const timers = timersOf(domain, rulesOf(domain)).map(({ kind, dueAt }) => ({ kind, dueAt: dueAt.toISOString() }))
    await this.outbox.append(tx, setTimers, { domainId, name, resellerId, version, timers })
  }

  private async announce(tx: Tx, before: Domain | undefined, domain: Domain): Promise<void> {
    const { id, resellerId, name, ownerHandle, version, phase, changedAt } = domain
    await this.outbox.append(tx, domainChanged, {
      id,
      resellerId,
      name,
      status: visibleStatus[phase],
      ownerHandle,
      isHeld: isHeld(domain),
      holding: holdingOf(domain),
      demandsVerification: demandsVerification(domain, rulesOf(domain)),
      hasNewOwner: hasNewOwner(before, domain),
      version,
      changedAt: changedAt.toISOString(),
    })
  }
}
