import type { Command } from '@nameyard/epp/command'
import { updateDomain } from '@nameyard/epp/domain/update'
import type { Response } from '@nameyard/epp/response'
import type { ClientDomainStatus } from '@nameyard/epp/status'
import { Injectable } from '@nestjs/common'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { LiftedStatuses } from './lifted-status.store'
import { isOurs } from './model/seen'
import type { Verdict } from './model/verdict'

const STATUS_PROHIBITS = 2304

/** What a client status can forbid (RFC 5731 section 2.3). */
export type LockedVerb = 'Delete' | 'Renew'

/**
 * The client statuses that we set ourselves to protect a domain. An operation that they stand in the way of takes them
 * away, does its work, and sets them again; what a server status forbids stays forbidden.
 */
@Injectable()
export class ClientLocks {
  constructor(
    private readonly exchange: Exchange,
    private readonly lifted: LiftedStatuses,
  ) {}

  /** Sends a command; once more, when a status of ours forbade it. */
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

  /** Takes away what of ours forbids the verb; says whether there was anything, and the registry let go of it. */
  private async lift(execution: AnyExecution, verb: LockedVerb): Promise<boolean> {
    const { seen } = await this.exchange.look(execution)
    if (seen === undefined || !isOurs(seen, execution.registry.connection.clientId)) return false
    const lock: ClientDomainStatus = `client${verb}Prohibited`
    if (!seen.statuses.includes(lock)) return false
    // While it is set, nothing but its removal is allowed (RFC 5731 section 2.3).
    const isSealed = seen.statuses.includes(UPDATE_LOCK)
    return this.unlock(execution, isSealed ? [UPDATE_LOCK, lock] : [lock])
  }

  /** Takes statuses away that are set, one after the other; says whether the registry let go of all. */
  async unlock(execution: AnyExecution, locks: readonly ClientDomainStatus[]): Promise<boolean> {
    const name = execution.operation.object
    await this.lifted.remember(execution.operation.id, locks)
    for (const each of locks) {
      const unlock = { ...updateDomain({ name, rem: { statuses: [each] } }), name: 'domain:unlock' }
      const answer = await this.exchange.send(execution, name, unlock)
      if (answer.outcome === 'refused') return false
    }
    return true
  }

  /**
   * Sets again what was taken away, when the operation has come to its end. A verdict when the registry cannot do it
   * now: the end waits for it.
   */
  async relock(execution: AnyExecution): Promise<Verdict<never> | undefined> {
    const { operation, registry } = execution
    const locks = await this.lifted.of(operation.id)
    if (locks.length === 0) return undefined
    const { seen, answer } = await this.exchange.look(execution)
    if (seen === undefined) return this.exchange.unclear(operation, answer)
    if (isOurs(seen, registry.connection.clientId) && !seen.statuses.includes('pendingDelete')) {
      const statuses = locks.filter((lock) => !seen.statuses.includes(lock))
      const change = { name: operation.object, add: { statuses } }
      const lock = { ...updateDomain(change), name: LOCK }
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
