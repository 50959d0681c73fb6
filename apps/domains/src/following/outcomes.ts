import { Injectable, Logger } from '@nestjs/common'
import { raiseRegistryAlarm } from '@nameyard/contracts/registry/raise-alarm'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { isDrifted } from '../lifecycle/model/desired'
import type { Domain, RegistryRefusal } from '../lifecycle/model/domain'
import type { Phase } from '../lifecycle/model/lifecycle'
import { countedRefusal, isGivenUp } from '../lifecycle/model/refusals'
import type { Step } from '../lifecycle/model/settlement'
import { nextCheck } from '../lifecycle/model/timers'
import { DesiredState } from '../registry/desired-state'
import { wordsOf } from '../registry/model/order-refusal'
import type { RegistryOperation } from '../registry/registry-operation.store'
import { valuesToRestore } from '../registry/rollback.store'
import { rulesOf } from '../tlds/catalogue'
import { deleteDrift, saveDrift } from './drift.store'
import { consequenceOf, type Outcome } from './model/outcome'
import { insertViolation } from './violation.store'

/** Phases without an operation under way that changes the domain at the registry. */
const repaired: ReadonlySet<Phase> = new Set<Phase>(['active', 'quarantine.soft'])

/** Applies the outcome of a registry operation to its domain, in the transaction that receives it. */
@Injectable()
export class Outcomes {
  private readonly log = new Logger('lifecycle')

  constructor(
    private readonly changes: DomainChanges,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly desired: DesiredState,
  ) {}

  /** Applies an outcome by the lifecycle. An event without a transition is stored as a violation, and the phase stays. */
  async apply(
    tx: Tx,
    domain: Domain,
    operation: RegistryOperation,
    received: Omit<Outcome, 'isAnnounced' | 'purpose'>,
  ): Promise<void> {
    const { purpose, cause, operationId } = operation
    if (purpose === 'host') return this.hostChanged(tx, domain, operation, received)
    const now = this.clock.now()
    const outcome = { ...received, purpose, isAnnounced: cause === 'message' }
    const consequence = consequenceOf(domain, outcome, rulesOf(domain), now)
    switch (consequence.kind) {
      case 'step': {
        const step = await rolledBack(tx, consequence.step, received, operation)
        const registryRefusal = await this.refusal(tx, step.domain, operation, received)
        await this.changes.apply(
          tx,
          domain,
          { ...step, domain: { ...step.domain, registryRefusal } },
          {
            cause: 'transition',
          },
        )
        return
      }
      case 'refreshed': {
        const { view } = received
        const known = { ...consequence.domain, registryRefusal: this.remaining(consequence.domain, view) }
        const isDifferent = isDrifted(this.desired.of(known), view)
        const refreshed = isDifferent ? { ...known, nextCheckAt: nextCheck(known, rulesOf(known), now, true) } : known
        await this.changes.save(tx, domain, refreshed)
        return this.repair(tx, refreshed, view)
      }
      case 'nothing':
        return
      case 'violation': {
        const { event, domain: kept } = consequence
        this.log.error(`${domain.name} is ${domain.phase}: no transition for ${event} of ${operationId}`)
        const { id: domainId, phase } = domain
        await insertViolation(tx, {
          domainId,
          phase,
          event,
          operationId,
          domain: { ...domain, authCode: '', transferCode: '', internalAuthCode: '' },
          registry: withoutCode(received.view),
          happenedAt: now,
        })
        if (kept !== domain) await this.changes.save(tx, domain, kept)
      }
    }
  }

  /** Stores the new addresses of a host below the domain, so that no later update sends the old ones. */
  private async hostChanged(
    tx: Tx,
    domain: Domain,
    { kind, host }: Pick<RegistryOperation, 'host' | 'kind'>,
    { outcome }: Pick<Outcome, 'outcome'>,
  ): Promise<void> {
    const isUsed = domain.nameServers.some(({ name }) => name === host?.name)
    if (kind !== 'host.set' || outcome !== 'done' || !host || !isUsed || domain.deletedAt) return
    const nameServers = domain.nameServers.map((each) => (each.name === host.name ? host : each))
    await this.changes.save(tx, domain, { ...domain, nameServers, version: domain.version + 1 })
  }

  /** The repeated refusal of a domain after an operation. Raises an alarm when the repair is not tried again. */
  private async refusal(
    tx: Tx,
    domain: Domain,
    { purpose, cause }: Pick<RegistryOperation, 'cause' | 'purpose'>,
    { outcome, view, reason }: Pick<Outcome, 'outcome' | 'reason' | 'view'>,
  ): Promise<RegistryRefusal | null> {
    const before = domain.registryRefusal
    if (purpose !== 'update' || outcome === 'pending') return before
    if (outcome === 'done') {
      const remaining = this.remaining(domain, view)
      if (before && !remaining) await deleteDrift(tx, domain.id)
      return remaining
    }
    // Only repairs, which the platform repeats by itself, are counted.
    if (cause !== 'timer') return before
    const refusal = countedRefusal(before, reason ? wordsOf(reason) : 'without a reason', this.clock.now())
    if (isGivenUp(refusal) && !isGivenUp(before)) {
      const text = `${domain.name} is not repaired any more: refused ${refusal.times} times: ${refusal.reason}`
      await this.outbox.append(tx, raiseRegistryAlarm, { registryTld: domain.extension, kind: 'refusal', text })
    }
    return refusal
  }

  /** The refusal of a domain; null once the registry shows the desired state. */
  private remaining(domain: Domain, view: RegistryView): RegistryRefusal | null {
    const isAsDesired = view.nameservers !== undefined && !isDrifted(this.desired.of(domain), view)
    return isAsDesired ? null : domain.registryRefusal
  }

  /**
   * Restores the desired state of a domain where the registry shows another one. After some refusals with the same text, the
   * domain is left as it is until it is changed or its last operation restarted.
   */
  private async repair(tx: Tx, domain: Domain, view: RegistryView): Promise<void> {
    if (!repaired.has(domain.phase)) return
    const desired = this.desired.of(domain)
    if (!isDrifted(desired, view)) return deleteDrift(tx, domain.id)
    this.log.warn(`the registry shows ${domain.name} in another state than the desired one`)
    await saveDrift(tx, domain.id, desired, withoutCode(view), this.clock.now())
    if (isGivenUp(domain.registryRefusal)) return
    await this.changes.carryOut(tx, domain, 'unpark', { cause: 'timer' })
  }
}

/** What operators read of a view. */
function withoutCode({ authInfo: _, ...view }: RegistryView): RegistryView {
  return view
}

/** A step with the earlier values of what the registry has refused, unless they were changed again since. */
async function rolledBack(
  tx: Tx,
  step: Step,
  { outcome }: Pick<Outcome, 'outcome'>,
  operation: RegistryOperation,
): Promise<Step> {
  const isRefused = outcome === 'refused' || outcome === 'failed'
  if (!isRefused || !operation.rollback) return step
  return { ...step, domain: { ...step.domain, ...(await valuesToRestore(tx, operation, operation.rollback)) } }
}
