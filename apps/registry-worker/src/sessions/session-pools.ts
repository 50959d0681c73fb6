import { Injectable, type OnApplicationShutdown } from '@nestjs/common'
import { Accounts } from '../accounts/account.store'
import { WorkerIdentity } from '../leases/worker-identity'
import { Registries } from '../registries/registries'
import type { Registry } from '../registries/registry'
import { LogIn } from './log-in'
import { Pace } from './pace'
import { SessionPool, type SlotRange } from './session-pool'

/** The slots of an account: the first of several is reserved for the message queue. */
function slotsOf({ sessions, pollMs }: Registry): { readonly poll: SlotRange; readonly work: SlotRange } {
  const isShared = sessions === 1 || pollMs === undefined
  const work = { first: isShared ? 0 : 1, last: sessions - 1 }
  return { work, poll: isShared ? work : { first: 0, last: 0 } }
}

/** The sessions of every registry account: those for operations, and the one for the message queue. */
@Injectable()
export class SessionPools implements OnApplicationShutdown {
  private readonly work = new Map<string, SessionPool>()
  private readonly poll = new Map<string, SessionPool>()

  constructor(
    registries: Registries,
    private readonly identity: WorkerIdentity,
    logIn: LogIn,
    pace: Pace,
    accounts: Accounts,
  ) {
    for (const registry of registries.all) {
      const slots = slotsOf(registry)
      const poolOf = (range: SlotRange) => new SessionPool(registry, range, identity, logIn, pace, accounts)
      const work = poolOf(slots.work)
      this.work.set(registry.account, work)
      this.poll.set(registry.account, slots.poll === slots.work ? work : poolOf(slots.poll))
    }
    identity.onLost(() => this.all().forEach((pool) => pool.drop()))
    identity.onSessionWanted((account, isUrgent) => this.work.get(account)?.yield(isUrgent))
  }

  of(account: string): SessionPool {
    return poolIn(this.work, account)
  }

  /** The pool of the message queue; the pool of operations when the account has only one session. */
  ofQueue(account: string): SessionPool {
    return poolIn(this.poll, account)
  }

  /** Releases the slots after the logouts, so that no other replica exceeds the limit in between. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.all()].map((pool) => pool.close()))
    await this.identity.resign()
  }

  private all(): Set<SessionPool> {
    return new Set([...this.work.values(), ...this.poll.values()])
  }
}

function poolIn(pools: ReadonlyMap<string, SessionPool>, account: string): SessionPool {
  const pool = pools.get(account)
  if (!pool) throw new Error(`there is no registry account ${account}`)
  return pool
}
