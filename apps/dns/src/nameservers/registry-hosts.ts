import { Injectable } from '@nestjs/common'
import { deleteHost } from '@nameyard/contracts/domains/delete-host'
import { setHost } from '@nameyard/contracts/domains/set-host'
import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Host } from './host'
import {
  concludeChange,
  pendingChanges,
  removeChanged,
  revertChange,
  type PendingChange,
  type RegistryState,
} from './nameserver.store'

/** Errors after which it is unknown whether the change was made: it is requested again. */
const temporary: ReadonlySet<ErrorName> = new Set<ErrorName>(['service_unavailable', 'internal_error'])

/**
 * Brings changes of nameservers to the registry of the domain above them. A change is first stored with a number; domains
 * carries out each number once and returns its state. So every later request or repetition, and every reader, continues a
 * change whose process died.
 */
@Injectable()
export class RegistryHosts {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  /** Carries out the pending change of a nameserver and returns its new state. Throws the refusal of the registry. */
  async change(resellerId: number, name: string, call: Call): Promise<RegistryState> {
    const [change] = await this.database.read(pendingChanges, { resellerId, name })
    if (!change) return 'none'
    try {
      return await this.advance(resellerId, change, true, call)
    } catch (error) {
      if (error instanceof Refusal && !temporary.has(error.refusal)) await this.revert(resellerId, change, error, true)
      throw error
    }
  }

  /** Whether the creation of a nameserver with these addresses is pending. */
  async isBeingMade(resellerId: number, { name, ip, ip6 }: Host): Promise<boolean> {
    const [change] = await this.database.read(pendingChanges, { resellerId, name })
    return change !== undefined && change.isNew && change.ip === ip && change.ip6 === ip6
  }

  /** Updates the states of the pending changes of one nameserver, or of all. Does not wait for the registry. */
  async refresh(resellerId: number, name: string | null, call: Call): Promise<void> {
    const changes = await this.database.read(pendingChanges, { resellerId, name })
    await Promise.all(
      changes.map((change) =>
        this.advance(resellerId, change, false, call).catch(async (error: Error) => {
          // The present request is another one and is not refused: the nameserver shows the reason.
          if (error instanceof Refusal && !temporary.has(error.refusal))
            await this.revert(resellerId, change, error, false)
        }),
      ),
    )
  }

  private async advance(
    resellerId: number,
    { operationId, name, ip, ip6, isDeletion }: PendingChange,
    isAwaited: boolean,
    call: Call,
  ): Promise<RegistryState> {
    const asked = { operationId, resellerId, name, isAwaited }
    const addresses = { ...(ip !== null && { ip }), ...(ip6 !== null && { ip6 }) }
    const { state } = isDeletion
      ? await this.rpc.call(deleteHost, asked, call)
      : await this.rpc.call(setHost, { ...asked, ...addresses }, call)
    if (state === 'pending') return isDeletion ? 'deleting' : 'pending'
    if (isDeletion) await this.database.read(removeChanged, { resellerId, operationId, now: this.clock.now() })
    const reached = state === 'done' ? 'active' : 'none'
    if (!isDeletion) await this.database.read(concludeChange, { resellerId, operationId, state: reached })
    return isDeletion ? 'none' : reached
  }

  /** Removes a new nameserver that was refused at once. Any other keeps the reason, which the account can read. */
  private async revert(
    resellerId: number,
    { operationId, isNew, isDeletion }: PendingChange,
    { message }: Refusal,
    isAnswered: boolean,
  ): Promise<void> {
    if (isNew && !isDeletion && isAnswered) {
      await this.database.read(removeChanged, { resellerId, operationId, now: this.clock.now() })
      return
    }
    await this.database.read(revertChange, { resellerId, operationId, reason: message })
  }
}
