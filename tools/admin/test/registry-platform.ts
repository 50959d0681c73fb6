import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Controller } from '@nestjs/common'
import { generate } from 'selfsigned'
import { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import type { Payload } from '@nameyard/contracts/event'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import { Consumes } from '@nameyard/messaging/consumes'
import { service as worker } from '@nameyard/registry-worker/service'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { service as sandbox } from '@nameyard/sandbox-registry/service'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker } from '@nameyard/testing/broker'
import { testDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { testParty } from '@nameyard/testing/party'
import { runCommand } from '../src/command-line'

type Settled = Payload<typeof registryOperationSettled>
type Audited = Payload<typeof recordAuditEvent>

const PASSWORD = 'nameyard-pw'

const person: ContactSnapshot = {
  handle: 'JD100001-NL',
  name: 'John Doe',
  street: ['Main Street 1'],
  city: 'Amsterdam',
  postalCode: '1000 AA',
  countryCode: 'NL',
  voice: '+31.201234567',
  email: 'john@example.com',
}

/** A registry worker and a sandbox registry with real database and broker, and the command line of the operator. */
export async function startRegistryPlatform() {
  const [database, broker, eppPort, thinPort] = await Promise.all([
    testDatabase(worker, sandbox),
    testBroker(),
    freePort(),
    freePort(),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-registry-'))
  const write = (name: string, content: string) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const tls = await generate([{ name: 'commonName', value: 'localhost' }])
  const certificate = write('certificate.pem', tls.cert)
  const key = write('key.pem', tls.private)
  write('password', PASSWORD)
  const clock = new Clock()
  const context = { clock, log: createLog('test', 'silent') }

  const settled: Settled[] = []
  const audited: Audited[] = []
  @Controller()
  class Domains {
    @Consumes(registryOperationSettled)
    async on(settlement: Settled): Promise<void> {
      settled.push(settlement)
    }
  }
  @Controller()
  class Customers {
    @Consumes(recordAuditEvent)
    async on(event: Audited): Promise<void> {
      audited.push(event)
    }
  }
  const domains = await testParty('domains', { url: broker.url, clock, controllers: [Domains] })
  const customers = await testParty('customers', { url: broker.url, clock, controllers: [Customers] })

  const registry = await sandbox.start(
    loadConfig(sandbox.config, {
      DATABASE_URL: database.url,
      SANDBOX_EPP_PORT: String(eppPort),
      SANDBOX_CONTROL_PORT: '0',
      SANDBOX_TLS_CERTIFICATE: certificate,
      SANDBOX_TLS_KEY: key,
      SANDBOX_NAMEYARD_PASSWORD: PASSWORD,
      SANDBOX_RIVAL_PASSWORD: 'rival-pw',
      SANDBOX_PROFILE_PORTS: `thin:${thinPort}`,
    }),
    context,
  )
  const account = {
    account: 'example-registry',
    host: '127.0.0.1',
    port: thinPort,
    servername: 'localhost',
    caFile: 'certificate.pem',
    clientId: 'nameyard',
    passwordFile: 'password',
    maxSessions: 2,
    idleSeconds: 300,
    pollSeconds: 1,
    rules: { contacts: 'prohibited', restore: 'immediate', eppExtensions: ['rgp', 'secDNS', 'fee'] },
    tlds: { thin: {} },
  }
  const elsewhere = { ...account, account: 'elsewhere', servername: 'registry.example', tlds: {} }
  write('rival-password', 'rival-pw')
  const rival = { ...account, account: 'rival', clientId: 'rival', passwordFile: 'rival-password', tlds: {} }
  const accounts = write('accounts.json', JSON.stringify({ accounts: [account, elsewhere, rival] }))
  let running: Running | undefined
  const control = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${registry.controlPort}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as { entries: { command: string; code: number }[] }
  }

  return {
    audited,
    operator: () => new URL(broker.url).username,
    password: PASSWORD,
    /** Writes a file beside the accounts file. Returns its path. */
    write,
    /** The settings of `example-registry`. */
    account,
    /** Replaces the password file of `example-registry`. */
    writePassword: (password: string) => write('password', password),

    async startWorker(settings: Record<string, string> = {}) {
      await running?.close()
      const environment = {
        DATABASE_URL: database.url,
        AMQP_URL: broker.url,
        ...actorSettings,
        SANDBOX: 'true',
        REGISTRY_SANDBOX_PORT: String(eppPort),
        REGISTRY_SANDBOX_CA_FILE: certificate,
        REGISTRY_SANDBOX_SERVERNAME: 'localhost',
        REGISTRY_SANDBOX_PASSWORD: PASSWORD,
        REGISTRY_ACCOUNTS_FILE: accounts,
        REGISTRY_ANSWER_MS: '1500',
        REGISTRY_ABSENCE_PAUSES_MS: '200,200',
        REGISTRY_POLL_MS: '1000',
        AUTH_CODE_SECRET: 's'.repeat(32),
        ...settings,
      }
      running = await worker.start(loadConfig(worker.config, environment), context)
    },

    /** Runs a command. Words in quotes stay together. Returns its lines. */
    async done(command: string): Promise<string[]> {
      const lines: string[] = []
      const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
      await runCommand(words, { AMQP_URL: broker.url, SUDO_USER: 'maria' }, (line) => lines.push(line))
      return lines
    },
    /** Runs a command with `--json`, also one that fails. Returns its facts. */
    async facts(command: string) {
      const lines: string[] = []
      const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
      await runCommand([...words, '--json'], { AMQP_URL: broker.url }, (line) => lines.push(line)).catch(
        (error: Error) => {
          if (lines.length === 0) throw error
        },
      )
      return JSON.parse(lines.join('\n'))
    },

    /** Submits the create of a domain of a registry without contacts. Returns the id of the operation. */
    async submit(name: string, fee?: { currency: string; amount: string }): Promise<string> {
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
          registrant: person,
          contacts: { admin: person, tech: person, billing: person },
          nameservers: [{ name: 'ns1.nameserver.example' }, { name: 'ns2.nameserver.example' }],
          authInfo: 'aB3#aB3#aB3#aB3#',
          ...(fee && { fee }),
        },
      }
      await domains.publisher.publish([
        { message: submitRegistryOperation, payload, correlationId: randomUUID(), messageId: randomUUID() },
      ])
      return operationId
    },
    /** Advances the time of the platform, and not that of the registry. */
    advanceOurs(seconds: number): void {
      clock.putAhead(clock.epochMs() - clock.machineMs() + seconds * 1_000)
    },
    /** Advances the time of the platform and of the registry. */
    async advance(seconds: number): Promise<void> {
      clock.putAhead(clock.epochMs() - clock.machineMs() + seconds * 1_000)
      await control('POST', '/clock/advance', { seconds })
    },
    credit: (cents: number) => control('PUT', '/registrars/nameyard/credit', { cents }),
    /** Waits until an operation is settled. Returns the settlement. */
    ended: (operationId: string) =>
      eventually(() => settled.find((each) => each.operationId === operationId), `the settlement of ${operationId}`),

    fault: (fault: { command: string; kind: string; object?: string; code?: number; times?: number }) =>
      control('POST', '/faults', fault),
    clearFaults: () => control('DELETE', '/faults'),
    policy: (profile: string, change: object) => control('PATCH', `/policy/${profile}`, change),
    audit: async (query: Record<string, string>) =>
      (await control('GET', `/audit?${new URLSearchParams(query).toString()}`)).entries,

    async close() {
      await running?.close()
      await registry.close()
      await Promise.all([domains.close(), customers.close()])
      await Promise.all([database.drop(), broker.drop()])
      rmSync(folder, { recursive: true })
    },
  }
}
export type RegistryPlatform = Awaited<ReturnType<typeof startRegistryPlatform>>
