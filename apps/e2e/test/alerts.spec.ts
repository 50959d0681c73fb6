import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { Client } from 'pg'
import { runCommand } from '@nameyard/admin/command-line'
import { openHealth, type Health } from '@nameyard/runtime/health'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { hasAlerting, startAlerting, type Alerting } from '../src/alerting'
import { moveReserved } from '../src/ledger-tables'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** A name server that can be stopped: it forwards questions to the built-in one. */
async function stoppableNameServer(port: number, to: number) {
  const open = async () => {
    const socket = createSocket('udp4')
    socket.on('message', (question, { port: asker }) => {
      const forward = createSocket('udp4')
      forward.once('message', (answer) => {
        forward.close()
        socket.send(answer, asker, '127.0.0.1', () => undefined)
      })
      forward.send(question, to, '127.0.0.1')
    })
    await once(socket.bind(port, '127.0.0.1'), 'listening')
    return socket
  }
  let socket: Awaited<ReturnType<typeof open>> | undefined = await open()
  const stop = async () => {
    const closing = socket
    socket = undefined
    if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()))
  }
  return { stop, start: async () => void (socket = await open()) }
}

const canRun = hasAlerting()
if (!canRun) test('without Prometheus and Alertmanager no alert is tested, as the line above says', () => undefined)
const withAlerting = canRun ? describe : () => undefined

/** Each test plants a fault, waits for its alert, and follows the section of the runbook. */
withAlerting('alerts of a running platform', () => {
  let platform: InProcess
  let alerting: Alerting
  let ask: Ask
  let handle: string
  let sql: Client
  let nameServer: Awaited<ReturnType<typeof stoppableNameServer>>
  const health = new Map<string, Health>()

  beforeAll(async () => {
    const [verified, dnsPort] = [await freePort(), await freePort()]
    nameServer = await stoppableNameServer(verified, dnsPort)
    platform = await startInProcess({
      dns: { DNS_VERIFY: `127.0.0.1:${verified}`, DNS_PORT: String(dnsPort) },
      worker: { REGISTRY_ANSWER_MS: '2000' },
    })
    for (const [name, metrics] of Object.entries(platform.metricsOf))
      health.set(name, await openHealth({ host: '127.0.0.1', port: 0 }, async () => undefined, metrics))
    const targets = Object.fromEntries([...health].map(([name, { port }]) => [name, port]))
    alerting = await startAlerting(targets, {
      'dns_oldest_unpublished_seconds) > 120': 'dns_oldest_unpublished_seconds) > 10',
    })
    sql = new Client({ connectionString: platform.databaseUrl })
    await sql.connect()
    ask = await platform.open('alarmed')
    handle = (await ask('POST', '/v1/customers', { body: person })).json.data.handle
  })

  afterAll(async () => {
    await alerting?.close()
    for (const each of health.values()) await each.close()
    await sql?.end()
    await platform?.close()
    await nameServer?.stop()
  })

  /** Runs a command of the operator. Returns its lines; of one that fails, its message as the last. */
  async function admin(words: string): Promise<string[]> {
    const lines: string[] = []
    const environment = { AMQP_URL: platform.amqpUrl }
    await runCommand(words.split(' '), environment, (line) => lines.push(line)).catch((error: Error) =>
      lines.push(error.message),
    )
    return lines
  }

  /** Waits until exactly these alerts fire, each with one notification since the last call. */
  async function expectAlerts(...names: string[]) {
    await eventually(async () => names.every((name) => alerting.notified.includes(name)), names.join(' and '))
    expect(alerting.notified.toSorted()).toEqual(names.toSorted())
  }

  const expectQuiet = () =>
    eventually(async () => {
      const firing = await alerting.firing()
      return firing.length === 0 || Promise.reject(new Error(`${firing.join(', ')} fires`))
    }, 'the end of all alerts')

  afterEach(async () => {
    await expectQuiet()
    ;(alerting.notified as string[]).length = 0
  })

  const buy = (name: string) => ask('POST', '/v1/domains', { body: order(name, handle) })
  const isActive = async (name: string) => {
    const { json } = await ask('GET', `/v1/domains?full_name=${name}`)
    return json.data.results[0]?.status === 'ACT'
  }

  test('no alert is raised by orders, zones and mails without a fault', async () => {
    expect((await buy('calm.org')).json.data.status).toBe('ACT')
    await alerting.evaluated()
    expect(alerting.notified).toEqual([])
    expect(await alerting.firing()).toEqual([])
    expect((await admin('status')).at(-1)).toBe('All is well.')
  })

  test('ServiceDown: a process does not answer', async () => {
    const { port } = health.get('orders')!
    await health.get('orders')!.close()
    await expectAlerts('ServiceDown')
    const again = await openHealth({ host: '127.0.0.1', port }, async () => undefined, platform.metricsOf.orders!)
    health.set('orders', again)
  })

  test('RequestsFail: one operation is answered with 500', async () => {
    await sql.query('alter table dns.template rename to template_away')
    // Not by `ask`, which prints the log with each answer 500.
    const login = { username: 'alarmed', password: 'correct horse battery' }
    const { json } = await ask('POST', '/v1/auth/login', { body: login })
    const headers = { authorization: `Bearer ${json.data.token}` }
    const fail = () => fetch(`${platform.url}/v1/dns/templates`, { headers })
    const failing = setInterval(() => void fail(), 250)
    await expectAlerts('RequestsFail').finally(() => clearInterval(failing))
    // The runbook: by operation, one shows the service whose log has the reason.
    expect(await platform.metrics()).toMatch(
      /^gateway_request_seconds_count\{.*operation="templates\.list".*outcome="error".*\} \d+$/m,
    )
    await sql.query('alter table dns.template_away rename to template')
    expect((await ask('GET', '/v1/dns/templates')).status).toBe(200)
  })

  test('ZonesNotPublished: a name server is stopped', async () => {
    await nameServer.stop()
    const domain = { name: 'waiting', extension: 'org' }
    const records = [{ type: 'A', name: 'www', value: '192.0.2.10', ttl: 3600 }]
    await ask('POST', '/v1/dns/zones', { body: { domain, type: 'master', records } })
    await expectAlerts('ZonesNotPublished')
    // The runbook: the metric names the server.
    expect(await platform.metrics()).toMatch(/^dns_waiting_zones\{.*server="127\.0\.0\.1:\d+".*\} 1$/m)
    await nameServer.start()
  })

  test('RegistryUnpaid: the balance at a registry is too low', async () => {
    await platform.sandbox.limitCredit(0)
    await buy('unpaid.org')
    await expectAlerts('RegistryUnpaid', 'RegistryAlarm')
    expect((await admin('registry list')).join('\n')).toMatch(/^sandbox .*the balance is too low/m)
    expect(await admin('status')).toContain('NOT WELL  registry-worker: the balance of 1 accounts is too low')
    expect((await admin('registry balance')).join('\n')).toMatch(/^sandbox /m)
    await platform.sandbox.limitCredit(100_000_000)
    await admin('registry resume sandbox')
    await eventually(() => isActive('unpaid.org'), 'the order')
  })

  test('RegistryAnswersMissing: a registry does not answer', async () => {
    for (const command of ['domain:create', 'domain:info', 'domain:check'])
      await platform.sandbox.misbehave({ kind: 'drop-response', command, times: 1_000 })
    const names = ['lost-a.org', 'lost-b.org', 'lost-c.org']
    const orders = names.map((name) => buy(name))
    await expectAlerts('RegistryAnswersMissing', 'OperationsUnknown')
    const unfinished = (await admin('registry operations')).filter((line) => line.includes('.org'))
    expect(unfinished.join('\n')).toMatch(/lost-a\.org/)
    await platform.sandbox.removeFaults()
    // The worker asks again by itself, after growing pauses.
    for (const line of unfinished) await admin(`registry retry ${line.split(' ')[0]} --reason rehearsal`)
    await Promise.all(orders)
    await eventually(async () => {
      const isDone = (await Promise.all(names.map(isActive))).every(Boolean)
      return isDone || Promise.reject(new Error((await admin('registry operations')).join('\n')))
    }, 'the orders')
  })

  test('CreditUnexplained: credit is reserved for no order', async () => {
    await moveReserved(sql, 5)
    try {
      await expectAlerts('CreditUnexplained')
      expect((await admin('ledger verify --all')).join('\n')).toMatch(/reserved/)
    } finally {
      await moveReserved(sql, -5)
    }
  })

  test('DeadLetters: a service cannot handle a message', async () => {
    const message = { kind: 'command', id: 'customers.send-verification-email', service: 'customers' } as const
    const messageId = '00000000-0000-4000-8000-00000000000a'
    const body = '{"not":"readable"}'
    await platform.operator.publisher.publish([{ message, body, messageId, correlationId: messageId }])
    await expectAlerts('DeadLetters')
    expect(await admin('status')).toContain('NOT WELL  customers: 1 messages could not be handled')
    expect((await admin('dead-letters list customers')).join('\n')).toContain(messageId)
    const removed = await admin(`dead-letters remove customers --id ${messageId}`)
    expect(removed.join('\n')).toContain(JSON.stringify(body))
    expect(await admin('dead-letters list customers')).toHaveLength(1)
  })
})
