import { Inject, Injectable } from '@nestjs/common'
import { deleteHost } from '@nameyard/contracts/domains/delete-host'
import { setHost } from '@nameyard/contracts/domains/set-host'
import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Host } from './host'
import { changesUnderWay, concludeChange, removeChanged, takeChangeBack, type RegistryState } from './nameserver.store'

/** A change of a nameserver whose end is not known here yet. */
interface UnderWay extends Record<string, unknown> {
  readonly name: string
  readonly ip: string | null
  readonly ip6: string | null
  readonly operationId: string
  readonly isDeletion: boolean
  /** There was no such nameserver before. */
  readonly isNew: boolean
}

/** Refusals that say nothing about the change: whether it was made is unknown, and it is asked for again. */
const passing: ReadonlySet<ErrorName> = new Set<ErrorName>(['service_unavailable', 'internal_error'])

/**
 * Brings changes of nameservers to the registry of the domain above them. A change is written with its number first;
 * domains carries out each number once and tells how far it is. So whoever comes by, a client's request, a repeated one
 * or a reader, takes a change further that a dead process left behind.
 */
@Injectable()
export class RegistryHosts {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Carries out the change of a nameserver that is under way; the state that was reached. Throws what refuses it. */
  async change(resellerId: number, name: string, call: Call): Promise<RegistryState> {
    const [change] = await this.database.read<UnderWay>(changesUnderWay, [resellerId, name])
    if (!change) return 'none'
    try {
      return await this.advance(resellerId, change, true, call)
    } catch (error) {
      if (error instanceof Refusal && !passing.has(error.refusal)) await this.takeBack(resellerId, change, error, true)
      throw error
    }
  }

  /** Whether a new nameserver with these addresses is on its way to the registry. */
  async isBeingMade(resellerId: number, { name, ip, ip6 }: Host): Promise<boolean> {
    const [change] = await this.database.read<UnderWay>(changesUnderWay, [resellerId, name])
    return change !== undefined && change.isNew && change.ip === ip && change.ip6 === ip6
  }

  /** Looks how far the changes are that are under way, of one nameserver or of all; waits for none. */
  async refresh(resellerId: number, name: string | null, call: Call): Promise<void> {
    const changes = await this.database.read<UnderWay>(changesUnderWay, [resellerId, name])
    await Promise.all(
      changes.map((change) =>
        this.advance(resellerId, change, false, call).catch(async (error: Error) => {
          // Nobody who asks now is refused anything: the reason is shown with the nameserver.
          if (error instanceof Refusal && !passing.has(error.refusal))
            await this.takeBack(resellerId, change, error, false)
        }),
      ),
    )
  }

  private async advance(
    resellerId: number,
    { operationId, name, ip, ip6, isDeletion }: UnderWay,
    isAwaited: boolean,
    call: Call,
  ): Promise<RegistryState> {
    const asked = { operationId, resellerId, name, isAwaited }
    const addresses = { ...(ip !== null && { ip }), ...(ip6 !== null && { ip6 }) }
    const { state } = isDeletion
      ? await this.rpc.call(deleteHost, asked, call)
      : await this.rpc.call(setHost, { ...asked, ...addresses }, call)
    if (state === 'pending') return isDeletion ? 'deleting' : 'pending'
    if (isDeletion) await this.database.read(removeChanged, [resellerId, operationId, this.clock.now()])
    const reached = state === 'done' ? 'active' : 'none'
    if (!isDeletion) await this.database.read(concludeChange, [resellerId, operationId, reached])
    return isDeletion ? 'none' : reached
  }

  /** A new nameserver that is refused at once was never there; of any other the account learns why. */
  private async takeBack(
    resellerId: number,
    { operationId, isNew, isDeletion }: UnderWay,
    { message }: Refusal,
    isAnswered: boolean,
  ): Promise<void> {
    if (isNew && !isDeletion && isAnswered) {
      await this.database.read(removeChanged, [resellerId, operationId, this.clock.now()])
      return
    }
    await this.database.read(takeChangeBack, [resellerId, operationId, message])
  }
}
