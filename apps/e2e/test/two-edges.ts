import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { addPerson } from '@nameyard/contracts/access/add-person'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import type { AnyOperation, InputGiven } from '@nameyard/contracts/operation'
import { service as customers } from '@nameyard/customers/service'
import { service as gateway } from '@nameyard/gateway/service'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker } from '@nameyard/testing/broker'
import { testDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty } from '@nameyard/testing/party'
import { temporaryFolder } from '../src/platform'
import { Exercised } from './exercised'

/** A response as the client received it. */
interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly code: number
  readonly desc: string
  readonly data: { token: string; [field: string]: unknown }
}

/**
 * Two gateways with one customers service, behind a proxy that passes on the client addresses. Waits after failed logins
 * are as long as a test wants if it moves the clock.
 */
export async function twoEdges(
  settings: Readonly<Record<string, string>> = {},
  exercised = new Exercised(),
  clock = new Clock(),
) {
  const [database, broker] = await Promise.all([testDatabase(customers), testBroker()])
  const mails = temporaryFolder()
  const context = { clock, log: createLog('test', 'silent') }
  const environment = {
    DATABASE_URL: database.url,
    AMQP_URL: broker.url,
    ...actorSettings,
    GATEWAY_HTTP_PORT: '0',
    GATEWAY_REPEAT_SECRET: 'r'.repeat(32),
    GATEWAY_ACCESS_LOG: 'off',
    GATEWAY_REQUEST_MS: '60000',
    FACTOR_SECRET: 'f'.repeat(32),
    GATEWAY_TRUSTED_PROXIES: '127.0.0.1',
    MAIL_FOLDER: mails,
    ...settings,
  }
  const startOwner = () => customers.start(loadConfig(customers.config, environment), context)
  const startEdge = async () =>
    (await gateway.start(loadConfig(gateway.config, environment), context)) as Running & { httpPort: number }
  let owner = await startOwner()
  const edges = await Promise.all([startEdge(), startEdge()])
  const operator = await testParty('admin', { url: broker.url, clock })

  async function ask(
    edge: 0 | 1,
    method: string,
    path: string,
    sent: { token?: string; body?: object; from?: string } = {},
  ): Promise<HttpResponse> {
    const { token, body, from = '198.51.100.1' } = sent
    const headers = { 'x-forwarded-for': from, ...(token && { authorization: `Bearer ${token}` }) }
    const asking = request({ host: '127.0.0.1', port: edges[edge].httpPort, method, path, headers, agent: false })
    asking.end(body && JSON.stringify(body))
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    const { code, data, desc } = JSON.parse(await text(response))
    exercised.note(method, path, response.statusCode!, { code, data, desc })
    return { status: response.statusCode!, headers: response.headers, code, data, desc }
  }

  const order = <O extends AnyOperation>(operation: O, input: InputGiven<O>) =>
    operator.rpc.call(operation, input, operator.call())
  let people = 0
  return {
    ask,
    order,
    /** Opens a page at the first gateway. */
    page: (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${edges[0].httpPort}${path}`, init),
    /** Returns the links in the mails to an address, when there are this many. */
    linksTo: (email: string, count = 1) =>
      eventually(async () => {
        const files = (await readdir(mails)).filter((file) => file.endsWith('.eml'))
        const texts = await Promise.all(files.map((file) => readFile(join(mails, file), 'utf8')))
        const found = texts.filter((text) => text.includes(`\r\nTo: ${email}\r\n`))
        const links = found.flatMap((text) => /\/reset-password\/[\w-]+/.exec(text.replaceAll('=\r\n', ''))?.[0] ?? [])
        return links.length >= count && links
      }, `${count} mails to ${email}`),
    logIn: (edge: 0 | 1, username: string, password: string, from?: string) =>
      ask(edge, 'POST', '/v1/auth/login', { body: { username, password }, ...(from && { from }) }),
    /** Creates an account with an administrator and a second contact. */
    async account() {
      const password = 'correct horse battery'
      const [boss, username] = [`boss${++people}`, `person${people}`]
      const contact = { username: boss, password, email: 'boss@example.com' }
      const { resellerId } = await order(createReseller, { company: 'Example', currency: 'EUR', contact })
      const email = `${username}@example.com`
      const person = { resellerId, username, password, email, role: 'tech' as const, apiAccess: true }
      const { contactId } = await order(addPerson, person)
      return { boss, username, contactId, password, email }
    },
    async restartOwner() {
      await owner.close()
      owner = await startOwner()
    },
    async close() {
      await operator.close()
      await Promise.all(edges.map((edge) => edge.close()))
      await owner.close()
      await Promise.all([database.drop(), broker.drop()])
    },
  }
}

export type Edges = Awaited<ReturnType<typeof twoEdges>>
