import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { desiredDomain } from '@nameyard/contracts/registry/submit-operation'
import type { Command } from '@nameyard/epp/command'
import { updateDomain } from '@nameyard/epp/domain/update'
import { extended } from '@nameyard/epp/extension'
import { delegationSigner } from '@nameyard/epp/extensions/secdns/delegation-signer'
import type { Dnssec } from '@nameyard/epp/extensions/secdns/dnssec'
import { updateDnssec } from '@nameyard/epp/extensions/secdns/update'
import { Injectable, Logger } from '@nestjs/common'
import type { z } from 'zod'
import { ClientLocks, UPDATE_LOCK } from './client-locks'
import { contactId } from './contacts'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { Journal } from './journal.store'
import { LiftedStatuses } from './lifted-status.store'
import { delegationOf, LinkedObjects } from './linked-objects'
import { clientStatusesOf, differenceOf, holdWithin, type Difference, type Wish } from './model/difference'
import { outOfReach, PENDING_PAUSE_MS } from './model/judgment'
import { isOurs, type SeenDomain } from './model/seen'
import type { Verdict } from './model/verdict'
import { viewOf } from './model/view'

export type DesiredDomain = z.output<typeof desiredDomain>

const UPDATE = 'domain:update'
const OBJECT_MISSING = 2303

/** Why keys of a zone are not sent. */
export const NO_DNSSEC = 'the registry does not offer DNSSEC (RFC 5910)'

/** Updates before a registry that answers 1000 and changes nothing is given up on. */
const ROUNDS = 2

/**
 * Makes a domain at its registry what it shall be: compares, sends the difference, and looks again, since a registry
 * may answer 1000 and leave things as they were. What was lost on the way needs no question of its own: the next
 * comparison shows whether it was carried out (RFC 5731 section 3.2.5). Setting or lifting clientHold is sent first and
 * alone: what the registry refuses of the rest must not decide whether a name is in the DNS.
 */
@Injectable()
export class DesiredState {
  private readonly log = new Logger('operations')

  constructor(
    private readonly exchange: Exchange,
    private readonly linked: LinkedObjects,
    private readonly locks: ClientLocks,
    private readonly lifted: LiftedStatuses,
    private readonly journal: Journal,
  ) {}

  async apply(execution: AnyExecution, desired: DesiredDomain): Promise<Verdict<RegistryView>> {
    const { operation, registry } = execution
    const clientId = registry.connection.clientId
    const before: SeenDomain[] = []
    let isUnlocked = false
    let isHoldSent = false
    for (;;) {
      const { seen, answer } = await this.exchange.look(execution)
      if (seen === undefined) return this.exchange.unclear(operation, answer)
      const view = viewOf(seen, clientId)
      if (!isOurs(seen, clientId)) return outOfReach(view)
      if (seen.statuses.includes('pendingUpdate')) return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data: view }
      const difference = differenceOf(seen, await this.wishOf(execution, desired, seen))
      if (!difference) {
        const obstacle = await this.linked.ensureGlue(execution, desired.nameservers ?? [])
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
      // While it is set, nothing but its removal is allowed (RFC 5731 section 2.3).
      if (!isUnlocked && seen.statuses.includes(UPDATE_LOCK)) {
        isUnlocked = await this.locks.unlock(execution, [UPDATE_LOCK])
        if (isUnlocked) continue
      }
      const hold: Difference['change'] | undefined = isHoldSent ? undefined : holdWithin(difference)
      isHoldSent ||= hold !== undefined
      const obstacle = hold
        ? await this.send(execution, updateDomain({ name: operation.object, ...hold }))
        : await this.bring(execution, desired, difference)
      if (obstacle) return obstacle.kind === 'refused' ? { ...obstacle, data: view } : obstacle
      if (!hold) before.push(seen)
    }
  }

  /**
   * As `apply`, at the end of an operation that has had its effect: what cannot be made of the domain as it was wished
   * is no reason to say that the operation failed.
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

  /** Sends the difference; a verdict unless the registry said that it is made. */
  private async bring(
    execution: AnyExecution,
    desired: DesiredDomain,
    difference: Difference,
  ): Promise<Verdict<RegistryView> | undefined> {
    const people = [desired.registrant, ...Object.values(desired.contacts ?? {})].filter((each) => each !== undefined)
    const { what } = difference
    // Objects are made sure of only where they are about to be named: a host that the registry refuses must not keep a
    // domain from being locked.
    const isOfPeople = what.includes('registrant') || what.includes('contacts')
    const obstacle =
      (isOfPeople ? await this.linked.ensureContacts(execution, people) : undefined) ??
      (what.includes('nameservers') ? await this.linked.ensureHosts(execution, desired.nameservers ?? []) : undefined)
    if (obstacle) return obstacle
    const update = updateDomain({ name: execution.operation.object, ...difference.change })
    return this.send(execution, difference.dnssec ? extended(update, updateDnssec(difference.dnssec)) : update)
  }

  /** Sends an update of the domain; a verdict unless the registry said that it is made. */
  private async send(execution: AnyExecution, command: Command<unknown>): Promise<Verdict<RegistryView> | undefined> {
    const response = await this.exchange.send(execution, execution.operation.object, command)
    if (response.outcome === 'done') return undefined
    if (response.outcome === 'pending') {
      const { seen: after } = await this.exchange.look(execution)
      const data = after && viewOf(after, execution.registry.connection.clientId)
      return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data }
    }
    const isMissing = response.code === OBJECT_MISSING
    const gone = isMissing ? await this.exchange.linkedObjectGone(execution, response, UPDATE) : undefined
    if (gone?.kind === 'retry') return gone
    const unlocked = await this.locks.relock(execution)
    return unlocked ?? gone ?? this.exchange.refusal(execution, response, UPDATE)
  }

  /**
   * The domain is what it shall be: whatever was lost or lifted for that is settled, and what nothing refers to any more
   * is dropped.
   */
  private async end(execution: AnyExecution, before: readonly SeenDomain[], after: SeenDomain): Promise<void> {
    await this.lifted.forget(execution.operation.id)
    if (execution.operation.attempts > 1) await this.journal.reconcile(execution.operation.id)
    const hosts = new Set(before.flatMap(({ ns }) => ns?.hosts ?? []).map(({ name }) => name.toLowerCase()))
    for (const { name } of after.ns?.hosts ?? []) hosts.delete(name.toLowerCase())
    const contacts = new Set(before.flatMap(idsOf))
    for (const id of idsOf(after)) contacts.delete(id)
    await this.linked.drop(execution, [...hosts], [...contacts])
  }

  private async wishOf(execution: AnyExecution, desired: DesiredDomain, seen: SeenDomain): Promise<Wish> {
    const { operation, registry, tld } = execution
    const { registrant, contacts = {}, nameservers, zoneKeys, statuses, authInfo } = desired
    const lifted = await this.lifted.of(operation.id)
    const kept = lifted.length > 0 ? [...new Set([...clientStatusesOf(seen.statuses), ...lifted])] : undefined
    const isThin = tld.contacts === 'prohibited'
    return {
      ...(registrant && !isThin && { registrant: contactId(registrant) }),
      ...(!isThin && {
        contacts: Object.fromEntries(
          Object.entries(contacts).flatMap(([role, snapshot]) => (snapshot ? [[role, contactId(snapshot)]] : [])),
        ),
      }),
      ...(nameservers && { ns: delegationOf(nameservers, { registry, tld }) }),
      statuses: statuses ?? kept,
      ...(zoneKeys && tld.secDns !== 'none' && { dnssec: dnssecOf(operation.object, zoneKeys, tld.secDns) }),
      // Where the registry hides it, only the journal knows that it was set.
      ...(authInfo !== undefined && (seen.authInfo || !(await this.wasUpdated(operation.id))) && { authInfo }),
    }
  }

  private async wasUpdated(operationId: string): Promise<boolean> {
    return (await this.journal.history(operationId, UPDATE, 1000)).answeredSo > 0
  }
}

type ZoneKeys = NonNullable<DesiredDomain['zoneKeys']>

/** What the registry is told of the zone's keys, in the form it wants. */
export function dnssecOf(name: string, keys: ZoneKeys, form: 'dsData' | 'keyData'): Dnssec {
  return form === 'keyData' ? { form, keys } : { form, ds: keys.map((key) => delegationSigner(name, key)) }
}

function idsOf({ registrant, contacts }: SeenDomain): string[] {
  return [...(registrant === undefined ? [] : [registrant]), ...contacts.map(({ id }) => id)]
}
