import { createWriteStream } from 'node:fs'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { applications, type ApplicationName } from '@nameyard/embedded/platform/applications'
import { certificatesIn } from '@nameyard/embedded/platform/certificates'
import { startPlatform } from '@nameyard/embedded/platform/platform'
import { startProcesses, type Processes } from '@nameyard/embedded/platform/processes'
import { newSecrets } from '@nameyard/embedded/platform/secrets'
import { settingsOf, type Place } from '@nameyard/embedded/platform/settings'
import { startProcess } from '@nameyard/embedded/processes'
import { Clock } from '@nameyard/runtime/clock'
import { createLog } from '@nameyard/runtime/log'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { freePorts } from './free-ports'
import { ask } from './https-client'
import { openAccount, verifyLedgers } from './operator'
import { temporaryFolder, type Platform } from './platform'
import { migratePlatform } from './platform-database'
import { Rival } from './rival'
import { Sandbox } from './sandbox'

/** A platform with applications that are processes of their own. A test can kill and restart each of those. */
export type DistributedPlatform = Pick<Platform, 'ask' | 'account' | 'sandbox'> &
  Processes & {
    readonly resellerId: number
    /** The messages about processes that ended without a request to stop. */
    readonly lost: readonly string[]
    /** Starts another replica of an application. Resolves when it is ready. */
    replicate(application: ApplicationName): Promise<void>
    /** Stops all applications gracefully. Throws when a rule of the ledger is broken. */
    close(): Promise<void>
    /** A client on the broker, like the operator's command line. */
    readonly operator: TestParty
    /** Logs in another registrar at the sandbox registry. */
    rival(): Promise<Rival>
  }

/**
 * Starts the applications that the test kills or replicates as processes, and the others in the process of the test, since
 * a process takes two CPU seconds to load. Opens an account with a balance.
 */
export async function startDistributed({
  euros = '1000.00',
  apart,
  ...servers
}: Pick<Place, 'databaseUrl' | 'amqpUrl' | 'hasSandboxClock' | 'overrides'> & {
  /** The applications that are processes. */
  readonly apart: readonly ApplicationName[]
  /** The balance of the account. */
  readonly euros?: string
}): Promise<DistributedPlatform> {
  const folder = temporaryFolder()
  const ports = await freePorts()
  const certificates = await certificatesIn(folder, new Date())
  await migratePlatform(servers.databaseUrl)
  const log = createWriteStream(join(folder, 'platform.log'))
  const gateway = { GATEWAY_ACCESS_LOG: 'off', ...servers.overrides?.gateway }
  const overrides = { ...servers.overrides, gateway }
  const place = { ...servers, overrides, ports, certificates, secrets: newSecrets(), mails: join(folder, 'mail') }
  const lost: string[] = []
  const together = applications.map(({ name }) => name as ApplicationName).filter((name) => !apart.includes(name))
  const [processes, platform] = await bothOf(
    startProcesses({ ...place, only: apart }, log, (line) => void lost.push(line)),
    startPlatform({ ...place, only: together }, new Clock(), (name) => createLog(name, 'silent')),
  )
  const replicas: ReturnType<typeof startProcess>[] = []
  const account = { username: 'e2e', password: 'correct horse battery' }
  const operator = await testParty('admin', { url: servers.amqpUrl, clock: new Clock() })
  const resellerId = await openAccount(operator, account, euros)
  const trusted = { url: `https://localhost:${ports.https}`, authority: readFileSync(certificates.authority) }
  return {
    ...processes,
    async replicate(name) {
      const script = join(dirname(require.resolve(`@nameyard/${name}/package.json`)), 'dist/main.js')
      const replica = startProcess({ name: `another ${name}`, script, env: settingsOf(place)[name], log })
      replicas.push(replica)
      await replica.says(/"msg":"ready"/)
    },
    async close() {
      const verified = verifyLedgers(operator)
      await verified.catch(() => undefined)
      await operator.close()
      await Promise.all(replicas.map((replica) => replica.stop()))
      await processes.close()
      await platform.close()
      await verified
    },
    account,
    resellerId,
    lost,
    operator,
    rival: () => Rival.logIn(ports.epp, place.secrets.rivalPassword),
    sandbox: new Sandbox(ports.control),
    ask: (method, path, asked) => ask(trusted, method, path, asked),
  }
}

interface Closable {
  close(): Promise<unknown>
}

/** What two starts give. When one fails, the other is closed, so that a failed test leaves no processes behind. */
async function bothOf<One extends Closable, Other extends Closable>(
  one: Promise<One>,
  other: Promise<Other>,
): Promise<[One, Other]> {
  const starts = await Promise.allSettled<Closable>([one, other])
  if (starts.some(({ status }) => status === 'rejected'))
    for (const start of starts) if (start.status === 'fulfilled') await start.value.close()
  return Promise.all([one, other])
}
