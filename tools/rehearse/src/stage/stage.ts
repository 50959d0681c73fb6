import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { openOperator, type Operator } from '@nameyard/admin/operator'
import { embeddedBroker } from '@nameyard/e2e/breakable-broker'
import { breakableDatabase, type BreakableDatabase } from '@nameyard/e2e/breakable-database'
import { Sandbox } from '@nameyard/e2e/sandbox'
import type { ApplicationName } from '@nameyard/embedded/platform/applications'
import { certificatesIn } from '@nameyard/embedded/platform/certificates'
import { newSecrets } from '@nameyard/embedded/platform/secrets'
import { settingsOf, type Environment } from '@nameyard/embedded/platform/settings'
import { startProcess, type SupervisedProcess } from '@nameyard/embedded/processes'
import { Clock } from '@nameyard/runtime/clock'
import { freePort } from '@nameyard/testing/free-port'
import type { Checkout } from '../checkout/checkout'

/** A process of the platform. */
export interface Part {
  readonly application: ApplicationName
  /** Where clients reach it; of a gateway only. */
  readonly url: string
  /** Stops it as a service manager does. One that does not end in time, or with an error, counts as lost. */
  stop(): Promise<void>
}

/** A PostgreSQL and a broker of the rehearsal's own, on which processes of several versions of the platform run. */
export interface Stage {
  readonly database: BreakableDatabase
  readonly sandbox: Sandbox
  /** The folder of the mails that were sent. */
  readonly mails: string
  /** Processes that ended without a request to stop, or not as they should. */
  readonly lost: readonly string[]
  /** Starts one process. Resolves when it is ready. */
  start(application: ApplicationName, version: Checkout): Promise<Part>
  /** The lines of the log that report errors. */
  readonly errors: readonly string[]
  /** The operator's command line, without a terminal. It is opened at the first call. */
  operator(): Promise<Operator>
  close(): Promise<void>
}

/** Settings with which clients meet no limit, and a lost message is noticed in seconds. */
const settings: Partial<Record<ApplicationName, Environment>> = {
  customers: { REQUESTS_PER_SECOND: '100000', REQUESTS_BURST: '100000', LOGIN_FREE_FAILURES: '10000' },
  orders: { UNCONFIRMED_AFTER_MS: '5000' },
  domains: { SETTLEMENT_WAIT_MS: '1000' },
  gateway: {
    GATEWAY_ACCESS_LOG: 'off',
    GATEWAY_ANONYMOUS_PER_SECOND: '100000',
    GATEWAY_ANONYMOUS_BURST: '100000',
  },
}

/** The broker of a rehearsal. */
export interface StageBroker {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts the servers in an empty folder, which gets the log of all processes too. An interrupt stops everything.
 * @param everywhere settings of every process
 */
export async function openStage(
  folder: string,
  openBroker: (folder: string) => Promise<StageBroker> = embeddedBroker,
  everywhere: Environment = {},
): Promise<Stage> {
  const [database, broker] = await Promise.all([
    breakableDatabase(join(folder, 'postgres')),
    openBroker(join(folder, 'broker')),
  ])
  const [https, dns, epp, control, rri] = await Promise.all(Array.from({ length: 5 }, freePort))
  const place = {
    databaseUrl: database.url,
    amqpUrl: broker.url,
    ports: { https: https!, dns: dns!, epp: epp!, control: control!, rri: rri! },
    certificates: await certificatesIn(join(folder, 'certificates'), new Clock().now()),
    secrets: newSecrets(),
    mails: join(folder, 'mail'),
  }
  const file = createWriteStream(join(folder, 'platform.log'))
  const errors: string[] = []
  const log = new Writable({
    write: (line: Buffer, _encoding, done) => {
      if (/"level":[56]0/.test(line.toString())) errors.push(line.toString().trimEnd())
      file.write(line, done)
    },
  })
  const running = new Map<SupervisedProcess, Part>()
  const lost: string[] = []
  let operator: Promise<Operator> | undefined

  const start = async (application: ApplicationName, { name, folder }: Checkout): Promise<Part> => {
    const port = String(await freePort())
    // Replicas on one machine cannot share a port.
    const own: Record<string, Environment> = {
      gateway: { GATEWAY_HTTP_PORT: port, GATEWAY_HTTPS_PORT: '0' },
      dns: { DNS_PORT: port },
    }
    const started = startProcess({
      name: `${application} ${name}`,
      script: join(folder, 'apps', application, 'dist/main.js'),
      env: { ...settingsOf(place)[application], ...settings[application], ...own[application], ...everywhere },
      log,
      patience: 30_000,
    })
    await started.says(/"msg":"ready"/)
    const part: Part = {
      application,
      url: `http://127.0.0.1:${port}`,
      async stop() {
        running.delete(started)
        const { code, signal } = await started.stop()
        if (code !== 0) lost.push(`${name} ${application} did not stop well: ${signal ?? `exit code ${code}`}`)
      },
    }
    running.set(started, part)
    void started.exited.then(({ code, signal }) => {
      if (running.delete(started)) lost.push(`${name} ${application} ended by itself: ${signal ?? `exit code ${code}`}`)
    })
    return part
  }
  const close = async () => {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    await (await operator)?.close()
    const parts = [...running.values()]
    const stop = (isGateway: boolean) =>
      Promise.allSettled(
        parts.filter((part) => (part.application === 'gateway') === isGateway).map((part) => part.stop()),
      )
    await stop(true)
    await stop(false)
    await broker.close()
    await database.close()
    file.end()
  }
  const interrupted = () => void close().finally(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  return {
    database,
    sandbox: new Sandbox(place.ports.control),
    mails: place.mails,
    lost,
    start,
    errors,
    operator: () => (operator ??= openOperator(broker.url, { logger: false })),
    close,
  }
}
