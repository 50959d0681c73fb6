import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseWatch } from '@nameyard/persistence/database-watch'
import { GuardedClient, SESSION_OPTIONS } from '@nameyard/persistence/guarded-client'
import { assertMigrated } from '@nameyard/persistence/migrate'
import { schemaOf } from '@nameyard/persistence/schema-name'
import type { Running, Service, Surroundings } from '@nameyard/runtime/service'
import type { Pool, PoolConfig } from 'pg'
import { configSchema, type SandboxRegistrySettings } from './config'
import { startControlServer } from './control/control-server'
import { seed, type RegistrarAccount } from './seed/seed'
import { booksPool } from './server/books-pool'
import type { RealClock } from './server/clock.store'
import { startEppServer, type EppListen } from './server/epp-server'
import { FrameFolder } from './server/frame-folder'
import type { Log } from './server/log'
import { PlainCreates } from './server/plain-creates'
import { COMMON_DOOR } from './server/session-policy.store'
import { StandingRules } from './server/standing-rules'

/**
 * What a sandbox registry needs. The pool's database holds its migrated schema `sandbox_registry`; it is made by
 * `booksPool`.
 */
export interface SandboxRegistryConfig {
  readonly pool: Pool
  readonly epp: EppListen
  /** Ports of doors of single profiles, by the profile's name; port 0 takes a free one. */
  readonly profilePorts?: Readonly<Record<string, number>>
  /** The unauthenticated control port: loopback or a private network only. Port 0 takes a free one. */
  readonly control: { readonly host: string; readonly port: number }
  readonly clock: RealClock
  /** `rival`, when among them, gets the names that are taken from the start. */
  readonly registrars: readonly RegistrarAccount[]
  readonly log: Log
  /** Whether example.com and its like are registered, with name servers. */
  readonly hasDocumentation?: boolean
  /** A folder to keep every frame in, for checks against schemas. */
  readonly framesFolder?: string | undefined
}

export interface SandboxRegistry {
  readonly eppPort: number
  readonly profilePorts: Readonly<Record<string, number>>
  readonly controlPort: number
  /** Answers what is being carried out, then closes every connection. The pool stays open: it is the caller's. */
  close(): Promise<void>
}

/** Starts an EPP registry with its control port; fills it first when it is empty. */
export async function startSandboxRegistry(config: SandboxRegistryConfig): Promise<SandboxRegistry> {
  const { pool, clock, log, registrars, hasDocumentation = false } = config
  await seed(pool, clock, registrars, hasDocumentation)
  const { framesFolder } = config
  const frames = framesFolder === undefined ? undefined : new FrameFolder(framesFolder)
  const registry = {
    pool,
    clock,
    log,
    frames,
    doors: new Map(),
    rules: new StandingRules(pool),
    creates: new PlainCreates(pool),
  }
  const opened: { readonly port: number; close(): Promise<void> }[] = []
  const open = async <T extends { readonly port: number; close(): Promise<void> }>(server: Promise<T>): Promise<T> => {
    opened.push(await server)
    return server
  }
  const close = async () => {
    await Promise.all(opened.map((server) => server.close()))
  }
  try {
    const { port: eppPort } = await open(startEppServer(registry, COMMON_DOOR, config.epp))
    const profilePorts: Record<string, number> = {}
    for (const [door, port] of Object.entries(config.profilePorts ?? {})) {
      profilePorts[door] = (await open(startEppServer(registry, door, { ...config.epp, port }))).port
    }
    const { port: controlPort } = await open(startControlServer(registry, config.control))
    log.info({ eppPort, profilePorts, controlPort }, 'the sandbox registry is open')
    return { eppPort, profilePorts, controlPort, close }
  } catch (error) {
    await close()
    throw error
  }
}

const name = 'sandbox-registry'
const migrations = [join(__dirname, '..', 'migrations')]

/** The sandbox registry as a process of its own, set up from its settings. */
export const service = { name, config: configSchema, migrations, start } satisfies Service<typeof configSchema>

/** The registry while it runs, with the ports that were taken where 0 was asked for. */
export type RunningSandboxRegistry = Running & SandboxRegistry

async function start(settings: SandboxRegistrySettings, { clock, log }: Surroundings): Promise<RunningSandboxRegistry> {
  await assertMigrated(settings.DATABASE_URL, { service: name, folders: migrations })
  const watch = new DatabaseWatch({
    url: settings.DATABASE_URL,
    statementMs: settings.DATABASE_STATEMENT_MS,
    silenceMs: settings.DATABASE_SILENCE_MS,
    now: () => clock.machineMs(),
  })
  const pool = booksPool({
    connectionString: settings.DATABASE_URL,
    max: settings.DATABASE_POOL,
    application_name: `nameyard-${name}`,
    options: `-c role=${schemaOf(name).role} -c statement_timeout=${settings.DATABASE_STATEMENT_MS} ${SESSION_OPTIONS}`,
    // pg calls it with this configuration; its type knows of none.
    Client: GuardedClient as unknown as NonNullable<PoolConfig['Client']>,
    watch,
  })
  // The pool replaces a connection the database has dropped; without a listener the loss would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  // One that is lent out says so itself; whoever uses it is told by the failure of its own statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const registry = await startSandboxRegistry({
    pool,
    // The registry has a clock of its own to put ahead; the platform's is not its business.
    clock: { now: () => clock.machineNow(), elapsedMs: () => performance.now() },
    log,
    epp: {
      host: settings.SANDBOX_EPP_HOST,
      port: settings.SANDBOX_EPP_PORT,
      cert: await readFile(settings.SANDBOX_TLS_CERTIFICATE, 'utf8'),
      key: await readFile(settings.SANDBOX_TLS_KEY, 'utf8'),
    },
    profilePorts: settings.SANDBOX_PROFILE_PORTS,
    framesFolder: settings.SANDBOX_FRAMES_FOLDER,
    hasDocumentation: true,
    control: { host: settings.SANDBOX_CONTROL_HOST, port: settings.SANDBOX_CONTROL_PORT },
    registrars: [
      {
        clID: 'nameyard',
        password: settings.SANDBOX_NAMEYARD_PASSWORD,
        certificateSha256: await nameyardCertificate(settings),
      },
      {
        clID: 'rival',
        password: settings.SANDBOX_RIVAL_PASSWORD,
        certificateSha256: settings.SANDBOX_RIVAL_CERTIFICATE_SHA256,
      },
    ],
  }).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  watch.start()
  return {
    ...registry,
    ready: async () => (watch.isAnswering ? undefined : 'database'),
    async close() {
      await registry.close()
      await watch.stop()
      await pool.end()
    },
  }
}

async function nameyardCertificate(settings: SandboxRegistrySettings): Promise<string | undefined> {
  const { SANDBOX_NAMEYARD_CERTIFICATE_SHA256: sha256, SANDBOX_NAMEYARD_CERTIFICATE_FILE: file } = settings
  return file === undefined ? sha256 : new X509Certificate(await readFile(file)).fingerprint256
}
