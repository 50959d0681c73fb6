import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool, PoolConfig } from 'pg'
import { DatabaseWatch } from '@nameyard/persistence/database-watch'
import { GuardedClient, SESSION_OPTIONS } from '@nameyard/persistence/guarded-client'
import { assertMigrated } from '@nameyard/persistence/migrate'
import { assertOwnSessions } from '@nameyard/persistence/own-sessions'
import { schemaOf } from '@nameyard/persistence/schema-name'
import { Metrics } from '@nameyard/runtime/metrics'
import type { Running, Service, ServiceContext } from '@nameyard/runtime/service'
import { FrameFolder } from './audit/frame-folder'
import type { RealClock } from './clock/clock.store'
import { configSchema, type SandboxRegistrySettings } from './config'
import { startControlServer } from './control/control-server'
import { registryPool } from './database/registry-pool'
import { DelayedAnswers } from './faults/delayed-answers'
import { COMMON_ENDPOINT, RRI_ENDPOINT } from './model/endpoint'
import { sandboxRetention } from './retention'
import { rriProtocol } from './rri/exchange'
import { seed, type RegistrarAccount } from './seed/seed'
import { CreateBatch } from './server/create-batch'
import { eppProtocol } from './server/exchange'
import { httpProtocol } from './server/http-protocol'
import type { Log } from './server/registry'
import { RuleCache } from './server/rule-cache'
import { startTlsServer, type TlsListen } from './server/tls-server'

/**
 * The settings of a sandbox registry. `pool` is a `registryPool` of a database with the migrated schema
 * `sandbox_registry`.
 */
export interface SandboxRegistryConfig {
  readonly pool: Pool
  readonly epp: TlsListen
  /** Ports that serve one profile each, by the profile's name; port 0 takes a free port. */
  readonly profilePorts?: Readonly<Record<string, number>>
  /** The port for RRI, with the TLS of EPP; port 0 takes a free one. Absent: the registry does not speak RRI. */
  readonly rriPort?: number | undefined
  /** The port for EPP over HTTPS, with the TLS and limits of EPP; port 0 takes a free one. Absent: there is none. */
  readonly httpsPort?: number | undefined
  /** The unauthenticated control port: loopback or a private network only. Port 0 takes a free one. */
  readonly control: { readonly host: string; readonly port: number }
  readonly clock: RealClock
  /** An account `rival` becomes the sponsor of the names that are taken from the start. */
  readonly registrars: readonly RegistrarAccount[]
  readonly log: Log
  /** Whether example.com and the other names of documentation are registered, with name servers. */
  readonly hasDocumentation?: boolean
  /** A folder that keeps every frame, for checks against the schemas. */
  readonly framesFolder?: string | undefined
}

export interface SandboxRegistry {
  readonly eppPort: number
  readonly profilePorts: Readonly<Record<string, number>>
  readonly rriPort: number | undefined
  readonly httpsPort: number | undefined
  readonly controlPort: number
  /** Answers the running commands, then closes every connection. Does not close the pool, which is the caller's. */
  close(): Promise<void>
}

/** Starts an EPP registry and its control port. Fills an empty registry first. */
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
    endpoints: new Map(),
    rules: new RuleCache(pool),
    creates: new CreateBatch(pool),
    delayed: new DelayedAnswers(),
  }
  const opened: { readonly port: number; close(): Promise<void> }[] = []
  const open = async <T extends { readonly port: number; close(): Promise<void> }>(server: Promise<T>): Promise<T> => {
    opened.push(await server)
    return server
  }
  const close = async () => {
    registry.delayed.endAll()
    await Promise.all(opened.map((server) => server.close()))
  }
  try {
    const { port: eppPort } = await open(startTlsServer(registry, eppProtocol, COMMON_ENDPOINT, config.epp))
    const profilePorts: Record<string, number> = {}
    for (const [profile, port] of Object.entries(config.profilePorts ?? {})) {
      profilePorts[profile] = (await open(startTlsServer(registry, eppProtocol, profile, { ...config.epp, port }))).port
    }
    const rri =
      config.rriPort === undefined
        ? undefined
        : await open(startTlsServer(registry, rriProtocol, RRI_ENDPOINT, { ...config.epp, port: config.rriPort }))
    const https =
      config.httpsPort === undefined
        ? undefined
        : await open(
            startTlsServer(registry, httpProtocol(), COMMON_ENDPOINT, { ...config.epp, port: config.httpsPort }),
          )
    const { port: controlPort } = await open(startControlServer(registry, config.control))
    const ports = { eppPort, profilePorts, rriPort: rri?.port, httpsPort: https?.port, controlPort }
    log.info(ports, 'the sandbox registry is open')
    return { ...ports, close }
  } catch (error) {
    await close()
    throw error
  }
}

const name = 'sandbox-registry'
const migrations = [join(__dirname, '..', 'migrations')]

/** The sandbox registry as a process. */
export const service = { name, config: configSchema, migrations, retention: sandboxRetention, start } satisfies Service<
  typeof configSchema
>

/** A running registry, with the actual ports where 0 was configured. */
export type RunningSandboxRegistry = Running & SandboxRegistry

async function start(
  settings: SandboxRegistrySettings,
  { clock, log }: ServiceContext,
): Promise<RunningSandboxRegistry> {
  await assertOwnSessions(settings.DATABASE_URL)
  await assertMigrated(settings.DATABASE_URL, { service: name, folders: migrations })
  const watch = new DatabaseWatch({
    url: settings.DATABASE_URL,
    statementMs: settings.DATABASE_STATEMENT_MS,
    silenceMs: settings.DATABASE_SILENCE_MS,
    now: () => clock.machineMs(),
  })
  const pool = registryPool({
    connectionString: settings.DATABASE_URL,
    max: settings.DATABASE_POOL,
    application_name: `nameyard-${name}`,
    options: `-c role=${schemaOf(name).role} -c statement_timeout=${settings.DATABASE_STATEMENT_MS} ${SESSION_OPTIONS}`,
    // pg calls the constructor with this configuration, which its type does not declare.
    Client: GuardedClient as unknown as NonNullable<PoolConfig['Client']>,
    watch,
  })
  // The pool replaces a connection the database has dropped; without a listener the loss would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  // A lost connection in use also emits an error; its user sees the failure of its own statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const registry = await startSandboxRegistry({
    pool,
    // The registry has its own offset; the offset of the platform's clock does not apply here.
    clock: { now: () => clock.machineNow(), elapsedMs: () => performance.now() },
    log,
    epp: {
      host: settings.SANDBOX_EPP_HOST,
      port: settings.SANDBOX_EPP_PORT,
      cert: await readFile(settings.SANDBOX_TLS_CERTIFICATE, 'utf8'),
      key: await readFile(settings.SANDBOX_TLS_KEY, 'utf8'),
    },
    profilePorts: settings.SANDBOX_PROFILE_PORTS,
    rriPort: settings.SANDBOX_RRI_PORT,
    httpsPort: settings.SANDBOX_HTTPS_PORT,
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
      // By RRI, the accounts log in with other identifiers and have their own queues.
      { clID: 'DENIC-1000001', password: settings.SANDBOX_NAMEYARD_PASSWORD },
      { clID: 'DENIC-1000002', password: settings.SANDBOX_RIVAL_PASSWORD },
    ],
  }).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  watch.start()
  return {
    ...registry,
    ready: async () => (watch.isAnswering ? undefined : 'database'),
    metrics: new Metrics(name),
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
