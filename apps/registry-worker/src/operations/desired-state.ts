import { Injectable, Logger } from '@nestjs/common'
import type { z } from 'zod'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { desiredDomain } from '@nameyard/contracts/registry/submit-operation'
import type { Command } from '@nameyard/epp/command'
import { updateDomain } from '@nameyard/epp/domain/update'
import { extended } from '@nameyard/epp/extension'
import { delegationSigner } from '@nameyard/epp/extensions/secdns/delegation-signer'
import type { Dnssec } from '@nameyard/epp/extensions/secdns/dnssec'
import { updateDnssec } from '@nameyard/epp/extensions/secdns/update'
import { OBJECT_DOES_NOT_EXIST } from '@nameyard/epp/result-code'
import { ClientLocks, UPDATE_LOCK } from './client-locks'
import { contactId } from './contacts'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { Journal } from './journal.store'
import { LiftedStatuses } from './lifted-status.store'
import { delegationOf, LinkedObjects } from './linked-objects'
import { clientStatusesOf, differenceOf, holdWithin, type Difference, type Desired } from './model/difference'
import { outOfReach, PENDING_PAUSE_MS } from './model/judgment'
import { isOurs, type SeenDomain } from './model/seen'
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
      const { seen, answer } = await this.exchange.info(execution)
      if (seen === undefined) return this.exchange.unclear(operation, answer)
      const view = viewOf(seen, clientId)
      if (!isOurs(seen, clientId)) return outOfReach(view)
      if (seen.statuses.includes('pendingUpdate')) return { kind: 'pending', afterMs: PENDING_PAUSE_MS, data: view }
      const difference = differenceOf(seen, await this.desiredOf(execution, desired, seen))
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
      // While clientUpdateProhibited is set, only its removal is allowed (RFC 5731 section 2.3).
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
    const contacts = [desired.registrant, ...Object.values(desired.contacts ?? {})].filter((each) => each !== undefined)
    const { what } = difference
    // Contacts and hosts are created only when the update refers to them: a refused host must not prevent a lock.
    const hasContacts = what.includes('registrant') || what.includes('contacts')
    const obstacle =
      (hasContacts ? await this.linked.ensureContacts(execution, contacts) : undefined) ??
      (what.includes('nameservers') ? await this.linked.ensureHosts(execution, desired.nameservers ?? []) : undefined)
    if (obstacle) return obstacle
    const update = updateDomain({ name: execution.operation.object, ...difference.change })
    return this.send(execution, difference.dnssec ? extended(update, updateDnssec(difference.dnssec)) : update)
  }

  /** Sends an update. Returns a verdict unless the registry confirmed it (1000). */
  private async send(execution: AnyExecution, command: Command<unknown>): Promise<Verdict<RegistryView> | undefined> {
    const response = await this.exchange.send(execution, execution.operation.object, command)
    if (response.outcome === 'done') return undefined
    if (response.outcome === 'pending') {
      const { seen: after } = await this.exchange.info(execution)
      const data = after && viewOf(after, execution.registry.connection.clientId)
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
    await this.linked.drop(execution, [...hosts], [...contacts])
  }

  private async desiredOf(execution: AnyExecution, desired: DesiredDomain, seen: SeenDomain): Promise<Desired> {
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
      // When the registry does not show the authInfo, only the journal knows whether it was set.
      ...(authInfo !== undefined && (seen.authInfo || !(await this.wasUpdated(operation.id))) && { authInfo }),
    }
  }

  private async wasUpdated(operationId: string): Promise<boolean> {
    return (await this.journal.history(operationId, UPDATE, 1000)).answeredSo > 0
  }
}

type ZoneKeys = NonNullable<DesiredDomain['zoneKeys']>

/** Returns the keys of a zone in the form of the registry. */
export function dnssecOf(name: string, keys: ZoneKeys, form: 'dsData' | 'keyData'): Dnssec {
  return form === 'keyData' ? { form, keys } : { form, ds: keys.map((key) => delegationSigner(name, key)) }
}

function idsOf({ registrant, contacts }: SeenDomain): string[] {
  return [...(registrant === undefined ? [] : [registrant]), ...contacts.map(({ id }) => id)]
}
