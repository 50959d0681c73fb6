import { Injectable } from '@nestjs/common'
import type { Command } from '@nameyard/epp/command'
import type { Response } from '@nameyard/epp/response'
import { STATUS_PROHIBITS } from '@nameyard/epp/result-code'
import type { ClientDomainStatus } from '@nameyard/epp/status'
import { isOurs } from '../dialects/model/seen'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { LiftedStatuses } from './lifted-status.store'
import type { Verdict } from './model/verdict'

/** The commands that a client status can prohibit (RFC 5731 section 2.3). */
export type LockedVerb = 'Delete' | 'Renew'

/**
 * The client statuses that we set to protect a domain. An operation that they prohibit removes them, does its work and
 * sets them again. What a server status prohibits stays prohibited.
 */
@Injectable()
export class ClientLocks {
  constructor(
    private readonly exchange: Exchange,
    private readonly lifted: LiftedStatuses,
  ) {}

  /** Sends a command. When a status of ours prohibits it, removes the status and sends the command again. */
  async send<Data>(
    execution: AnyExecution,
    object: string,
    command: Command<Data>,
    verb: LockedVerb,
  ): Promise<Response<Data>> {
    const response = await this.exchange.send(execution, object, command)
    if (response.outcome !== 'refused' || response.code !== STATUS_PROHIBITS) return response
    const isLifted = await this.lift(execution, verb)
    return isLifted ? this.exchange.send(execution, object, command) : response
  }

  /** Removes our status that prohibits the verb. Returns whether there was one and the registry removed it. */
  private async lift(execution: AnyExecution, verb: LockedVerb): Promise<boolean> {
    const { seen } = await this.exchange.info(execution)
    if (seen === undefined || !isOurs(seen, execution.registry.registrarId)) return false
    const lock: ClientDomainStatus = `client${verb}Prohibited`
    if (!seen.statuses.includes(lock)) return false
    // While clientUpdateProhibited is set, only its removal is allowed (RFC 5731 section 2.3).
    const isUpdateLocked = seen.statuses.includes(UPDATE_LOCK)
    return this.unlock(execution, isUpdateLocked ? [UPDATE_LOCK, lock] : [lock])
  }

  /** Removes statuses one by one. Returns whether the registry removed all. */
  async unlock(execution: AnyExecution, locks: readonly ClientDomainStatus[]): Promise<boolean> {
    const { operation, tld } = execution
    const name = operation.object
    await this.lifted.remember(execution.operation.id, locks)
    for (const each of locks) {
      const unlock = {
        ...tld.dialect.update({ name, rem: { statuses: [each] } }, undefined, tld),
        name: 'domain:unlock',
      }
      const answer = await this.exchange.send(execution, name, unlock)
      if (answer.outcome === 'refused') return false
    }
    return true
  }

  /**
   * Sets the removed statuses again at the end of the operation. Returns a verdict when the registry cannot do it now:
   * the operation must be retried.
   */
  async relock(execution: AnyExecution): Promise<Verdict<never> | undefined> {
    const { operation, registry, tld } = execution
    const locks = await this.lifted.of(operation.id)
    if (locks.length === 0) return undefined
    const { seen, answer } = await this.exchange.info(execution)
    if (seen === undefined) return this.exchange.unclear(operation, answer)
    if (isOurs(seen, registry.registrarId) && !seen.statuses.includes('pendingDelete')) {
      const statuses = locks.filter((lock) => !seen.statuses.includes(lock))
      const change = { name: operation.object, add: { statuses } }
      const lock = { ...tld.dialect.update(change, undefined, tld), name: LOCK }
      const answer = statuses.length > 0 ? await this.exchange.send(execution, change.name, lock) : undefined
      if (answer?.outcome === 'refused') {
        const verdict = await this.exchange.refusal(execution, answer, LOCK, 'client statuses')
        if (verdict.kind === 'retry') return verdict
      }
    }
    await this.lifted.forget(operation.id)
    return undefined
  }
}

export const UPDATE_LOCK = 'clientUpdateProhibited'
const LOCK = 'domain:lock'
