import type { Pool } from 'pg'
import { startControlServer } from './control/control-server'
import { seed, type RegistrarAccount } from './seed/seed'
import type { RealClock } from './server/clock.store'
import { startEppServer, type EppListen } from './server/epp-server'
import type { Log } from './server/log'

/** What a sandbox registry needs. The pool's database holds its migrated schema `sandbox_registry`. */
export interface SandboxRegistryConfig {
  readonly pool: Pool
  readonly epp: EppListen
  /** The unauthenticated control port: loopback or a private network only. Port 0 takes a free one. */
  readonly control: { readonly host: string; readonly port: number }
  readonly clock: RealClock
  /** `rival`, when among them, gets the names that are taken from the start. */
  readonly registrars: readonly RegistrarAccount[]
  readonly log: Log
}

export interface SandboxRegistry {
  readonly eppPort: number
  readonly controlPort: number
  /** Answers what is being carried out, then closes every connection. The pool stays open: it is the caller's. */
  close(): Promise<void>
}

/** Starts an EPP registry with its control port; fills it first when it is empty. */
export async function startSandboxRegistry(config: SandboxRegistryConfig): Promise<SandboxRegistry> {
  const { pool, clock, log, registrars } = config
  await seed(pool, clock, registrars)
  const registry = { pool, clock, log }
  const epp = await startEppServer(registry, config.epp)
  const control = await startControlServer(registry, config.control).catch(async (error: unknown) => {
    await epp.close()
    throw error
  })
  log.info({ eppPort: epp.port, controlPort: control.port }, 'the sandbox registry is open')
  return {
    eppPort: epp.port,
    controlPort: control.port,
    async close() {
      await Promise.all([epp.close(), control.close()])
    },
  }
}
