import { generateKeyPairSync } from 'node:crypto'
import { StatementSigner } from '@nameyard/messaging/actor-statement'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { startTraces, type Traces } from './traces'

/**
 * A signed statement about who makes a request is worth something while the request lasts. Nothing stores it: timers and
 * consumers act as the platform.
 */
let platform: InProcess
let traces: Traces
let ask: Ask

beforeAll(async () => {
  platform = await startInProcess({ worker: { REGISTRY_POLL_MS: '200' } })
  traces = await startTraces(platform.databaseUrl, platform.amqpUrl)
  ask = await platform.open('stated')
})
afterAll(async () => {
  await traces?.close()
  await platform?.close()
})

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

/** The beginning of every statement that names an audience. */
const beginning = Buffer.from('{"audience":"').toString('base64url').slice(0, -1)

it('has a beginning by which this test finds it', () => {
  const signer = new StatementSigner(generateKeyPairSync('ed25519').privateKey)
  const actor = { resellerId: 1, contactId: 1, username: 'a', role: 'admin', scope: ['read'] } as const
  expect(signer.sign({ audience: 'dns', expires: 1, actor })).toContain(`.${beginning}`)
})

it('is neither stored nor sent in a command or event', async () => {
  const { handle } = await done('POST', '/v1/customers', person)
  await done('POST', '/v1/customers/verifications/emails/start', { email: person.email, handle })
  await done('POST', '/v1/dns/zones', {
    domain: { name: 'stated', extension: 'com' },
    type: 'master',
    records: [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }],
  })
  const { id } = await done('POST', '/v1/domains', order('stated.com', handle))
  await eventually(async () => (await done('GET', `/v1/domains/${id}`)).status === 'ACT', 'the registration')
  await done('POST', `/v1/domains/${id}/renew`, { period: 1 })
  await done('PUT', `/v1/domains/${id}`, { is_locked: true })
  await done('DELETE', `/v1/domains/${id}`)
  expect(await traces.of([beginning])).toEqual([])
})
