import { createHash } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { Clock } from '@nameyard/runtime/clock'
import { Journal } from '../operations/journal.store'
import { patiently } from '../operations/model/patience'
import type { Verdict } from '../operations/model/verdict'
import type { OperationOf } from '../operations/operation.store'
import { RequestChange } from '../operations/request-change'
import { changeHolder, createAuthInfo1, deleteAuthInfo1, updateDomain } from './protocol/requests'
import { RriContacts } from './rri-contacts'
import { refused, RriExchange, type RriExecution } from './rri-exchange'
import { differenceOf, obstacleTo, targetOf } from './state/target'

type Changed = RriExecution<OperationOf<'domain.trade'> | OperationOf<'domain.update'>>

/** Most changes when a registry accepts them and changes nothing. */
const ROUNDS = 2
/** DENIC accepts codes of 8 to 16 characters. */
const LONGEST_CODE = 16
/** The longest time that DENIC keeps a code. */
const CODE_MS = 30 * 86_400_000

/**
 * Brings a domain to its desired state: compares, sends the whole state, and compares again. Another holder is a CHHOLDER,
 * all else an UPDATE. The comparison also shows the effect of a request whose answer was lost.
 */
@Injectable()
export class RriDesiredState {
  constructor(
    private readonly exchange: RriExchange,
    private readonly contacts: RriContacts,
    private readonly request: RequestChange,
    private readonly journal: Journal,
    private readonly clock: Clock,
  ) {}

  async apply(execution: Changed): Promise<Verdict<RegistryView>> {
    const { operation } = execution
    const { desired } = operation.intent
    const handles = await this.contacts.ensure(execution, desired.registrant)
    if ('kind' in handles) return handles
    for (let round = 0; ; round++) {
      const seen = await this.exchange.ownDomain(execution)
      if ('kind' in seen) return seen
      const data = await this.exchange.view(execution, seen)
      const obstacle = obstacleTo(desired, seen.data.nsentries)
      if (obstacle !== undefined) return { ...refused(obstacle), data }
      const target = targetOf(seen.data, desired, handles)
      const difference = differenceOf(seen.data, target)
      if (difference.length === 0) return this.completed(execution, data)
      if (round === ROUNDS) {
        const text = `DENIC accepted the change and did not make it: ${difference.join(', ')}`
        return { kind: 'failed', reason: { refusal: 'registry_refused', text }, data }
      }
      const change = difference.includes('holder') ? changeHolder(target) : updateDomain(target)
      const sent = await this.exchange.send(execution, change)
      if (sent === 'accepted') continue
      if (sent.kind !== 'refused') return sent
      // A repeated request is refused when the first one had its effect after all.
      const after = await this.exchange.ownDomain(execution)
      const isMade = !('kind' in after) && differenceOf(after.data, target).length === 0
      return isMade ? this.completed(execution, data) : { ...sent, data }
    }
  }

  /** The domain is as desired; its code is stored last. */
  private async completed(execution: Changed, data: RegistryView): Promise<Verdict<RegistryView>> {
    const { attempts, id, intent } = execution.operation
    if (intent.desired.authInfo !== undefined) return this.storeCode(execution, intent.desired.authInfo)
    if (attempts > 1) await this.journal.reconcile(id)
    return { kind: 'done', data }
  }

  /**
   * Stores the hash of a code, which the registry keeps instead of the code: a shorter one is as good a secret, and the
   * platform learns it by the view. A domain has one code: an older one is deleted first. So a code that shows after a lost
   * answer is this one.
   */
  private async storeCode(execution: Changed, desired: string): Promise<Verdict<RegistryView>> {
    const { object } = execution.operation
    const code = desired.slice(0, LONGEST_CODE)
    const create = createAuthInfo1(object, createHash('sha256').update(code).digest('hex'), this.lastDay())
    const verdict = await this.request.carryOut(execution.operation, {
      name: create.name,
      clientId: execution.account.registrarId,
      send: async () => {
        const seen = await this.exchange.ownDomain(execution)
        if ('kind' in seen) return { kind: seen.kind, reason: seen.reason }
        const deleted = seen.hasAuthInfo1 ? await this.exchange.send(execution, deleteAuthInfo1(object)) : 'accepted'
        return deleted === 'accepted' ? this.exchange.send(execution, create) : deleted
      },
      look: async (sent) => {
        const seen = await this.exchange.ownDomain(execution)
        if ('kind' in seen) return seen
        const data = await this.exchange.view(execution, seen)
        if (seen.hasAuthInfo1 || sent.code === 1000) return { kind: 'done', data }
        return patiently({ kind: 'send again', data }, sent)
      },
    })
    return verdict.kind === 'done' ? { kind: 'done', data: { ...verdict.data, authInfo: code } } : verdict
  }

  /** The last day of a code: `20261224`. */
  private lastDay(): string {
    const end = new Date(this.clock.epochMs() + CODE_MS)
    return end.toISOString().slice(0, 10).replaceAll('-', '')
  }
}
