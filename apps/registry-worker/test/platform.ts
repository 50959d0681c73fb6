import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Controller, type Type } from '@nestjs/common'
import { Client } from 'pg'
import { generate } from 'selfsigned'
import type { Payload } from '@nameyard/contracts/event'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { registryOperationPending } from '@nameyard/contracts/registry/operation-pending'
import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import { Consumes } from '@nameyard/messaging/consumes'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { service as registryService, type RunningSandboxRegistry } from '@nameyard/sandbox-registry/service'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { testParty } from '@nameyard/testing/party'
import { service } from '../src/service'

type Settled = Payload<typeof registryOperationSettled>
type Intent = Payload<typeof submitRegistryOperation>['intent']

/** One message of the registry's audit. */
interface Audited {
  readonly command: string
  readonly code: number
  readonly request: string
}

/** What the registry saw of us at one endpoint. */
interface Load {
  readonly endpoint: string
  readonly sessions: { readonly most: number; readonly refused: number }
  readonly commands: { readonly mostInASecond: number; readonly refused: number }
}

const CODE_SECRET = 's'.repeat(32)
const codes = new AuthCodeCipher([CODE_SECRET])

/** Opens the auth code of a settlement, as the domains service does. Refuses one that is not sealed. */
function opened(settlement: Settled): Settled {
  const { object, registry } = settlement
  const { authInfo } = registry
  if (authInfo === undefined) return settlement
  if (!codes.isSealed(authInfo)) throw new Error(`the auth code of ${object} is not sealed`)
  return { ...settlement, registry: { ...registry, authInfo: codes.open(object, authInfo) } }
}

const settled: Settled[] = []
const pending: Payload<typeof registryOperationPending>[] = []

/** A consumer in place of domains: receives the events of pending and settled operations. */
@Controller()
class OnSettled {
  @Consumes(registryOperationSettled)
  async on(settlement: Settled): Promise<void> {
    settled.push(opened(settlement))
  }

  @Consumes(registryOperationPending)
  async onPending(event: Payload<typeof registryOperationPending>): Promise<void> {
    pending.push(event)
  }
}

/** A contact; another name makes another contact at the registry. */
export const person = (name: string): ContactSnapshot => ({
  handle: 'JD100001-NL',
  name,
  street: ['Main Street 1'],
  city: 'Amsterdam',
  postalCode: '1000 AA',
  countryCode: 'NL',
  voice: '+31.201234567',
  email: 'john@example.com',
})

const PASSWORD = 'nameyard-pw'

/**
 * Milliseconds for an answer in tests in which none is lost. One that a busy machine sends after the usual time would count
 * as lost, and be asked for again when the clock has advanced.
 */
export const PATIENT_MS = 60_000

/**
 * Workers and a sandbox registry with their own database and broker, and a clock that the test advances. An answer may take
 * `answerMs`.
 */
export async function startPlatform(controllers: readonly Type[] = [], answerMs = 3_000) {
  const [database, broker, eppPort] = await Promise.all([
    testDatabase(service, registryService),
    testBroker(),
    freePort(),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-worker-'))
  const tls = await generate([{ name: 'commonName', value: 'localhost' }])
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  writeFileSync(certificate, tls.cert)
  writeFileSync(key, tls.private)

  const clock = new SettableClock()
  const context = { clock, log: createLog('test', 'silent') }
  const sql = new Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('set search_path to registry_worker')
  const domains = await testParty('domains', { url: broker.url, clock, controllers: [OnSettled, ...controllers] })

  let registry: RunningSandboxRegistry | undefined
  const closing: (() => Promise<void>)[] = []
  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${registry!.controlPort}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as { entries: Audited[]; load: Load[] }
  }

  const environment = {
    DATABASE_URL: database.url,
    AMQP_URL: broker.url,
    ...actorSettings,
    SANDBOX: 'true',
    REGISTRY_SANDBOX_PORT: String(eppPort),
    REGISTRY_SANDBOX_CA_FILE: certificate,
    REGISTRY_SANDBOX_SERVERNAME: 'localhost',
    REGISTRY_SANDBOX_PASSWORD: PASSWORD,
    REGISTRY_ANSWER_MS: String(answerMs),
    REGISTRY_ABSENCE_PAUSES_MS: '1000,2000',
    REGISTRY_POLL_MS: '1000',
    AUTH_CODE_SECRET: CODE_SECRET,
  }
  const platform = {
    clock,
    sql,
    domains,
    databaseUrl: database.url,
    brokerUrl: broker.url,
    eppPort,
    certificate,
    key,
    password: PASSWORD,
    controlUrl: () => `http://127.0.0.1:${registry!.controlPort}`,

    async openRegistry(settings: Record<string, string> = {}) {
      const config = loadConfig(registryService.config, {
        DATABASE_URL: database.url,
        SANDBOX_EPP_PORT: String(eppPort),
        SANDBOX_CONTROL_PORT: '0',
        SANDBOX_TLS_CERTIFICATE: certificate,
        SANDBOX_TLS_KEY: key,
        SANDBOX_NAMEYARD_PASSWORD: PASSWORD,
        SANDBOX_RIVAL_PASSWORD: 'rival-pw',
        SANDBOX_FRAMES_FOLDER: process.env.SANDBOX_FRAMES_FOLDER,
        ...settings,
      })
      registry = await registryService.start(config, context)
    },

    async closeRegistry() {
      await registry?.close()
      registry = undefined
    },

    /** The port of the registry for EPP over HTTPS. */
    get httpsPort(): number {
      return registry!.httpsPort!
    },

    /** Starts a replica of the worker; returns functions to stop and observe it. */
    async worker(settings: Record<string, string> = {}) {
      const config = loadConfig(service.config, { ...environment, ...settings })
      const running = await service.start(config, context)
      let isOpen = true
      const close = async () => {
        if (isOpen) await running.close()
        isOpen = false
      }
      closing.push(close)
      return { close, metrics: () => running.metrics.print(), ready: () => running.ready() }
    },

    /** Starts a replica as a process, on the machine's time; returns the function that kills it. */
    async workerProcess(settings: Record<string, string> = {}) {
      const typescript = join(__dirname, '../../../libs/runtime/test/typescript.cjs')
      const child = spawn(
        process.execPath,
        ['--conditions=@nameyard/source', '-r', typescript, join(__dirname, '../src/main.ts')],
        { env: { ...environment, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] },
      )
      const ended = once(child, 'exit')
      for await (const line of createInterface({ input: child.stdout })) if (line.includes('"ready"')) break
      child.stdout.resume()
      const kill = async () => {
        child.kill('SIGKILL')
        await ended
      }
      closing.push(kill)
      return { kill }
    },

    /** Submits the create of a domain, in `times` equal messages. Returns the id of the operation. */
    async submit(name: string, intent: Partial<Intent> = {}, times = 1): Promise<string> {
      const operationId = randomUUID()
      const payload: Payload<typeof submitRegistryOperation> = {
        kind: 'domain.create',
        operationId,
        resellerId: 1,
        registryTld: name.slice(name.indexOf('.') + 1),
        object: name,
        intent: {
          name,
          period: { value: 1, unit: 'y' },
          registrant: person('John Doe'),
          contacts: { admin: person('John Doe'), tech: person('Jane Roe'), billing: person('John Doe') },
          nameservers: [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }],
          authInfo: 'aB3#aB3#aB3#aB3#',
          ...intent,
        },
      }
      const message = { message: submitRegistryOperation, payload, correlationId: randomUUID() }
      const messages = Array.from({ length: times }, () => ({ ...message, messageId: randomUUID() }))
      await domains.publisher.publish(messages)
      return operationId
    },

    /** Advances the clock until an operation is settled. Returns the settlement. */
    async ended(operationId: string, withinMs?: number): Promise<Settled> {
      const found = await eventually(
        () => {
          clock.advance(5_000)
          return settled.find((each) => each.operationId === operationId)
        },
        `the settlement of ${operationId}`,
        withinMs,
      )
      return found
    },
    pendingOf: (operationId: string) => pending.filter((each) => each.operationId === operationId),
    settledOf: (operationId: string) => settled.filter((each) => each.operationId === operationId),

    /** Returns the journal entries of a command of an operation: the state, and the code of the answer. */
    async journal(operationId: string, command: string): Promise<string[]> {
      const { rows } = await sql.query<{ state: string; code: number | null }>(
        'select state, code from registry_transaction where operation_id = $1 and command = $2 order by cltrid',
        [operationId, command],
      )
      return rows.map(({ state, code }) => (code === null ? state : `${state} ${code}`))
    },
    async operation(operationId: string) {
      const { rows } = await sql.query<{ state: string; attempts: number; reason: { refusal: string } | null }>(
        'select state, attempts, reason from operation where id = $1',
        [operationId],
      )
      return rows[0]
    },

    fault: (fault: {
      command?: string
      object?: string
      registrar?: string
      kind: string
      times?: number
      code?: number
      ms?: number
    }) => control('POST', '/faults', fault),
    advanceRegistry: (seconds: number) => control('POST', '/clock/advance', { seconds }),
    /** Makes a domain at the registry older by the given seconds. */
    age: (name: string, seconds: number) => control('POST', `/domains/${name}/age`, { seconds: Math.round(seconds) }),
    /** Sets the credit limit of the registrar; null removes it. */
    credit: (cents: number | null) => control('PUT', '/registrars/nameyard/credit', { cents }),
    /** Announces a maintenance of the registry, or cancels it. */
    maintenance: (id: string, body: object | undefined) =>
      control(body ? 'PUT' : 'DELETE', `/maintenances/${id}`, body),
    clearFaults: () => control('DELETE', '/faults'),
    /** Decides the pending action of a domain at the registry. */
    decide: (name: string, isApproved: boolean) => control('POST', `/domains/${name}/decide`, { isApproved }),
    /** Serves a TLD at the registry by these rules. */
    serve: (tld: string, rules: object) => control('PUT', `/tlds/${tld}`, rules),
    /** Moves a TLD of the registry to another launch phase. */
    launchPhase: (tld: string, launchPhase: string) => control('PATCH', `/tlds/${tld}`, { launchPhase }),
    policy: (change: {
      maxSessions?: number
      commandsPerSecond?: number | null
      withheldExtensions?: readonly string[]
    }) => control('PATCH', '/policy', change),
    /** Our load at the registry: sessions at a time, messages in a second, and refused ones. */
    load: async (at = 'common') =>
      (await control('GET', '/registrars/nameyard/load')).load.find(({ endpoint }) => endpoint === at)!,
    /** Asks the control port of the registry. */
    control,

    /** Messages in the registry's audit. */
    async audit(query: Record<string, string>): Promise<readonly Audited[]> {
      return (await control('GET', `/audit?${new URLSearchParams(query).toString()}`)).entries
    },
    /** The number of successful creates at the registry. */
    async creates(object: string, command = 'domain:create'): Promise<number> {
      return (await platform.audit({ object, command, code: '1000' })).length
    },

    async close() {
      for (const close of closing) await close()
      await domains.close()
      await registry?.close()
      await sql.end()
      await Promise.all([database.drop(), broker.drop()])
      rmSync(folder, { recursive: true })
    },
  }
  return platform
}
export type Platform = Awaited<ReturnType<typeof startPlatform>>
