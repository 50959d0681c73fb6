import { Injectable, Logger } from '@nestjs/common'
import type { z } from 'zod'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { desiredDomain } from '@nameyard/contracts/registry/submit-operation'
import type { Command } from '@nameyard/epp/command'
import { OBJECT_DOES_NOT_EXIST } from '@nameyard/epp/result-code'
import { isOurs, type SeenDomain } from '../dialects/model/seen'
import { dnssecOf } from '../dialects/order-extensions'
import { ClientLocks, UPDATE_LOCK } from './client-locks'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { Journal } from './journal.store'
import { LiftedStatuses } from './lifted-status.store'
import { LinkedContacts } from './linked-contacts'
import { delegationOf, LinkedHosts } from './linked-hosts'
import {
  clientStatusesOf,
  differenceOf,
  holdWithin,
  keepingDnssec,
  registrantWithin,
  type Difference,
  type Desired,
} from './model/difference'
import { outOfReach, PENDING_PAUSE_MS } from './model/judgment'
import type { Verdict } from './model/verdict'
import { viewOf } from './model/view'

export type DesiredDomain = z.output<typeof desiredDomain>

const UPDATE = 'domain:update'

/** The reason when keys of a zone cannot be sent. */
export const NO_DNSSEC = 'the registry does not offer DNSSEC (RFC 5910)'

/** Most updates when a registry answers 1000 and changes nothing. */
const ROUNDS = 2

/**
 * Brings a domain at its registry to its desired state: compares, sends the difference and compares again, since a registry
 * may answer 1000 and change nothing. The next comparison also shows the effect of a lost update (RFC 5731 section
 * 3.2.5). A change of clientHold is sent first and alone: a refusal of the rest must not decide whether a name is in the
 * DNS.
 */
@Injectable()
export class DesiredState {
  private readonly log = new Logger('operations')

  constructor(
    private readonly exchange: Exchange,
    private readonly contacts: LinkedContacts,
    private readonly hosts: LinkedHosts,
    private readonly locks: ClientLocks,
    private readonly lifted: LiftedStatuses,
    private readonly journal: Journal,
  ) {}

  async apply(execution: AnyExecution, desired: DesiredDomain): Promise<Verdict<RegistryView>> {
    const { operation, registry, tld } = execution
    const clientId = registry.registrarId
    const before: SeenDomain[] = []
    let isUnlocked = false
    let isHoldSent = false
    let isRegistrantSent = false
    for (;;) {
      const { seen, answer } = await this.exchange.info(execution)
      if (seen === undefined) return this.exchange.unclear(operation, answer)
      const view = viewOf(seen, clientId)
      if (!isOurs(seen, clientId)) return outOfReach(view)
      if (seen.statuses.includes('pendingUpdate')) return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data: view }
      const wanted = await this.desiredOf(execution, desired, seen)
      const difference = differenceOf(seen, wanted)
      if (!difference) {
        const obstacle = await this.hosts.ensureGlue(execution, desired.nameservers ?? [])
        if (obstacle) return obstacle.kind === 'refused' ? { ...obstacle, data: view } : obstacle
        await this.end(execution, before, seen)
        if (desired.zoneKeys?.length && execution.tld.secDns === 'none') {
          return { kind: 'refused', reason: { refusal: 'registry_refused', text: NO_DNSSEC }, data: view }
        }
        return { kind: 'done', data: view }
      }
      if (operation.pendingResult === false) {
        const text = 'the registry did not carry out the pending change'
        return { kind: 'refused', reason: { refusal: 'registry_refused', text }, data: view }
      }
      if (before.length === ROUNDS) {
        const text = `the registry answered 1000 and did not change: ${difference.what.join(', ')}`
        return { kind: 'failed', reason: { refusal: 'registry_refused', text }, data: view }
      }
      // While clientUpdateProhibited is set, only its removal is allowed (RFC 5731 section 2.3).
      if (!isUnlocked && seen.statuses.includes(UPDATE_LOCK)) {
        isUnlocked = await this.locks.unlock(execution, [UPDATE_LOCK])
        if (isUnlocked) continue
      }
      const hold: Difference['change'] | undefined = isHoldSent ? undefined : holdWithin(difference)
      isHoldSent ||= hold !== undefined
      const alone: Difference | undefined =
        hold || isRegistrantSent || !tld.dialect.changesRegistrantAlone ? undefined : registrantWithin(difference)
      isRegistrantSent ||= alone !== undefined
      const rest = tld.dialect.nameserversDropDnssec ? keepingDnssec(difference, seen, wanted) : difference
      const obstacle = hold
        ? await this.send(execution, tld.dialect.update({ name: operation.object, ...hold }, undefined, tld))
        : await this.bring(execution, desired, alone ?? rest)
      if (obstacle) return obstacle.kind === 'refused' ? { ...obstacle, data: view } : obstacle
      if (!hold && !alone) before.push(seen)
    }
  }

  /**
   * `apply` at the end of an operation that has had its effect. A refused change of the desired state is logged; the
   * operation is done.
   */
  async finish(
    execution: AnyExecution,
    desired: DesiredDomain,
  ): Promise<Exclude<Verdict<RegistryView>, { kind: 'retry' }>> {
    const verdict = await this.apply(execution, desired)
    switch (verdict.kind) {
      case 'retry':
        return { ...verdict, kind: 'unknown', absences: execution.operation.absences }
      case 'refused':
      case 'failed':
        this.log.warn(`${execution.operation.object}: ${verdict.reason.text}`)
        return { kind: 'done', data: verdict.data ?? { presence: 'ours' } }
      default:
        return verdict
    }
  }

  /** Sends the difference. Returns a verdict unless the registry confirmed it (1000). */
  private async bring(
    execution: AnyExecution,
    desired: DesiredDomain,
    difference: Difference,
  ): Promise<Verdict<RegistryView> | undefined> {
    const { what } = difference
    // Contacts and hosts are created only when the update refers to them: a refused host must not prevent a lock.
    const hasContacts = what.includes('registrant') || what.includes('contacts')
    const obstacle =
      (hasContacts ? await this.contacts.ensure(execution, desired, 'update') : undefined) ??
      (what.includes('nameservers') ? await this.hosts.ensureHosts(execution, desired.nameservers ?? []) : undefined)
    if (obstacle) return obstacle
    const { operation, tld } = execution
    const change = hasContacts ? await this.withIds(execution, desired, difference.change) : difference.change
    const update = tld.dialect.update({ name: operation.object, ...change }, difference.dnssec, tld, desired)
    return this.send(execution, update)
  }

  /** A change with the registry's identifiers of contacts that have been created since it was made. */
  private async withIds(
    execution: AnyExecution,
    desired: DesiredDomain,
    change: Difference['change'],
  ): Promise<Difference['change']> {
    if (execution.tld.contactIds === 'platform') return change
    const { registrant, ...ids } = await this.contacts.idsOf(execution, desired, 'update')
    const contacts = change.add?.contacts?.map(({ type, id }) => ({ type, id: ids[type] ?? id })) ?? []
    return {
      ...change,
      add: { ...change.add, contacts },
      registrant: change.registrant === undefined ? undefined : registrant,
    }
  }

  /** Sends an update. Returns a verdict unless the registry confirmed it (1000). */
  private async send(execution: AnyExecution, command: Command<unknown>): Promise<Verdict<RegistryView> | undefined> {
    const response = await this.exchange.send(execution, execution.operation.object, command)
    if (response.outcome === 'done') return undefined
    if (response.outcome === 'pending') {
      const { seen: after } = await this.exchange.info(execution)
      const data = after && viewOf(after, execution.registry.registrarId)
      return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data }
    }
    const isMissing = response.code === OBJECT_DOES_NOT_EXIST
    const missing = isMissing ? await this.exchange.linkedObjectMissing(execution, response, UPDATE) : undefined
    if (missing?.kind === 'retry') return missing
    const unlocked = await this.locks.relock(execution)
    return unlocked ?? missing ?? this.exchange.refusal(execution, response, UPDATE)
  }

  /**
   * The domain is in its desired state: settles lost commands and removed statuses, and deletes hosts and contacts that
   * are not used any more.
   */
  private async end(execution: AnyExecution, before: readonly SeenDomain[], after: SeenDomain): Promise<void> {
    await this.lifted.forget(execution.operation.id)
    if (execution.operation.attempts > 1) await this.journal.reconcile(execution.operation.id)
    const hosts = new Set(before.flatMap(({ ns }) => ns?.hosts ?? []).map(({ name }) => name.toLowerCase()))
    for (const { name } of after.ns?.hosts ?? []) hosts.delete(name.toLowerCase())
    const contacts = new Set(before.flatMap(idsOf))
    for (const id of idsOf(after)) contacts.delete(id)
    await this.hosts.drop(execution, [...hosts])
    await this.contacts.drop(execution, [...contacts])
  }

  private async desiredOf(execution: AnyExecution, desired: DesiredDomain, seen: SeenDomain): Promise<Desired> {
    const { operation, registry, tld } = execution
    const { nameservers, zoneKeys, statuses, authInfo } = desired
    const lifted = await this.lifted.of(operation.id)
    const { dialect } = tld
    const kept = lifted.length > 0 ? [...new Set([...clientStatusesOf(seen.statuses), ...lifted])] : undefined
    const { registrant, ...contacts } = await this.contacts.idsOf(execution, desired, 'update')
    return {
      registrant,
      contacts,
      ...(nameservers && { ns: delegationOf(nameservers, { registry, tld }) }),
      ...(dialect.hasClientStatuses && { statuses: statuses ?? kept }),
      ...(zoneKeys && tld.secDns !== 'none' && { dnssec: dnssecOf(operation.object, zoneKeys, tld.secDns) }),
      // When the registry does not show the authInfo, only the journal knows whether it was set.
      ...(authInfo !== undefined &&
        !dialect.requestAuthCode(operation.object, tld) &&
        (seen.authInfo || !(await this.wasUpdated(operation.id))) && { authInfo }),
    }
  }

  private async wasUpdated(operationId: string): Promise<boolean> {
    return (await this.journal.history(operationId, UPDATE, 1000)).answeredSo > 0
  }
}

function idsOf({ registrant, contacts }: SeenDomain): string[] {
  return [...(registrant === undefined ? [] : [registrant]), ...contacts.map(({ id }) => id)]
}
