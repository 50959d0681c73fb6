import type { Tx } from '@nameyard/persistence/database'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { raiseRegistryAlarm } from '@nameyard/contracts/registry/raise-alarm'
import { Outbox } from '@nameyard/outbox/outbox'
import { Clock } from '@nameyard/runtime/clock'
import { Inject, Injectable, Logger } from '@nestjs/common'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import { rulesOf } from '../tlds/catalogue'
import { DomainChanges } from './domain-changes'
import { forgetDrift, keepDrift } from './drift.store'
import { takeBack } from './rollback.store'
import type { RegistryOperation } from './registry-operation.store'
import { insertViolation } from './violation.store'
import { desiredOf, isDrifted } from './model/desired'
import type { Domain, RegistryRefusal } from './model/domain'
import type { Phase } from './model/lifecycle'
import { wordsOf } from './model/order-refusal'
import { consequenceOf, type Outcome } from './model/outcome'
import { countedRefusal, isGivenUp } from './model/refusals'
import type { Step } from './model/settlement'

/** Phases in which nothing is on its way that would change the domain at the registry. */
const repaired: ReadonlySet<Phase> = new Set<Phase>(['active', 'quarantine.soft'])

/** Takes what came of a registry operation to the domain, in the transaction that hears of it. */
@Injectable()
export class Outcomes {
  private readonly log = new Logger('lifecycle')

  constructor(
    private readonly changes: DomainChanges,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
  ) {}

  /** Moves the domain as its life has it. What has no place there is kept as a violation, and the phase stays. */
  async take(
    tx: Tx,
    domain: Domain,
    operation: RegistryOperation,
    told: Omit<Outcome, 'isTold' | 'purpose'>,
  ): Promise<void> {
    const { purpose, cause, operationId } = operation
    if (purpose === 'host') return this.hostChanged(tx, domain, operation, told)
    const now = this.clock.now()
    const outcome = { ...told, purpose, isTold: cause === 'message' }
    const consequence = consequenceOf(domain, outcome, rulesOf(domain), now)
    switch (consequence.kind) {
      case 'step': {
        const step = await undone(tx, consequence.step, told, operation)
        const registryRefusal = await this.refusal(tx, step.domain, operation, told)
        await this.changes.take(
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
        const refreshed = { ...consequence.domain, registryRefusal: this.remaining(consequence.domain, told.view) }
        await this.changes.save(tx, domain, refreshed)
        return this.repair(tx, refreshed, told.view)
      }
      case 'nothing':
        return
      case 'violation': {
        const { event, domain: kept } = consequence
        this.log.error(`${domain.name} is ${domain.phase}: ${event} of ${operationId} has no place`)
        const { id: domainId, phase } = domain
        await insertViolation(tx, { domainId, phase, event, operationId, domain, registry: told.view, happenedAt: now })
        if (kept !== domain) await this.changes.save(tx, domain, kept)
      }
    }
  }

  /** The domain goes on with the addresses that a host below it has now, so that no later update brings the old ones back. */
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

  /** What the registry refuses of a domain once an operation has ended. Tells an operator when it is not tried again. */
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
      if (before && !remaining) await forgetDrift(tx, domain.id)
      return remaining
    }
    // Only what the platform sends again by itself is counted.
    if (cause !== 'timer') return before
    const refusal = countedRefusal(before, reason ? wordsOf(reason) : 'without a reason', this.clock.now())
    if (isGivenUp(refusal) && !isGivenUp(before)) {
      const text = `${domain.name} is not repaired any more, refused ${refusal.times} times: ${refusal.reason}`
      await this.outbox.append(tx, raiseRegistryAlarm, { registryTld: domain.extension, kind: 'refusal', text })
    }
    return refusal
  }

  /** The refusal of a domain, unless the registry shows the domain as it shall be. */
  private remaining(domain: Domain, view: RegistryView): RegistryRefusal | null {
    const isAsItShallBe =
      view.nameservers !== undefined && !isDrifted(desiredOf(domain, this.config.PARKING_NAMESERVERS), view)
    return isAsItShallBe ? null : domain.registryRefusal
  }

  /**
   * Brings a domain back to how it shall be, where the registry shows it otherwise. What the registry has refused with
   * the same words a few times is left to a change, a restart or a person.
   */
  private async repair(tx: Tx, domain: Domain, view: RegistryView): Promise<void> {
    if (!repaired.has(domain.phase)) return
    const desired = desiredOf(domain, this.config.PARKING_NAMESERVERS)
    if (!isDrifted(desired, view)) return forgetDrift(tx, domain.id)
    this.log.warn(`${domain.name} is at its registry otherwise than it shall be`)
    await keepDrift(tx, domain.id, desired, view, this.clock.now())
    if (isGivenUp(domain.registryRefusal)) return
    await this.changes.follow(tx, domain, 'unpark', { cause: 'timer' })
  }
}

/** A step with the values taken back that the registry has refused, and that nothing has changed since. */
async function undone(
  tx: Tx,
  step: Step,
  { outcome }: Pick<Outcome, 'outcome'>,
  operation: RegistryOperation,
): Promise<Step> {
  const isRefused = outcome === 'refused' || outcome === 'failed'
  if (!isRefused || !operation.rollback) return step
  return { ...step, domain: { ...step.domain, ...(await takeBack(tx, operation, operation.rollback)) } }
}
