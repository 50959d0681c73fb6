import { Injectable, type OnApplicationShutdown } from '@nestjs/common'
import { WorkerIdentity } from '../operations/worker-identity'
import { Registries } from '../registries/registries'
import { SessionPool } from './session-pool'

/** One pool of sessions per registry account. */
@Injectable()
export class SessionPools implements OnApplicationShutdown {
  private readonly pools: ReadonlyMap<string, SessionPool>

  constructor(
    registries: Registries,
    private readonly identity: WorkerIdentity,
  ) {
    this.pools = new Map(registries.all.map((registry) => [registry.account, new SessionPool(registry, identity)]))
    identity.onLost(() => this.pools.forEach((pool) => pool.drop()))
  }

  of(account: string): SessionPool {
    const pool = this.pools.get(account)
    if (!pool) throw new Error(`there is no registry account ${account}`)
    return pool
  }

  /** The slots are given back after the logouts, so that no other replica opens a session too many in between. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()))
    await this.identity.resign()
  }
}
