import { Injectable, type OnApplicationShutdown } from '@nestjs/common'
import { WorkerIdentity } from '../operations/worker-identity'
import { Registries } from '../registries/registries'
import { SessionPool } from './session-pool'

/** One pool of sessions per registry account. */
@Injectable()
export class SessionPools implements OnApplicationShutdown {
  private readonly pools: ReadonlyMap<string, SessionPool>

  constructor(registries: Registries, identity: WorkerIdentity) {
    this.pools = new Map(registries.all.map((registry) => [registry.account, new SessionPool(registry, identity)]))
    identity.onLost(() => this.pools.forEach((pool) => pool.drop()))
  }

  of(account: string): SessionPool {
    const pool = this.pools.get(account)
    if (!pool) throw new Error(`there is no registry account ${account}`)
    return pool
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()))
  }
}
