import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** The life of a zone as its reseller reads it in the event log. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

let platform: InProcess
let ask: Ask

beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('anna')
})
afterAll(() => platform?.close())

async function done(method: string, path: string, body?: object, by = ask): Promise<Data> {
  const { status, json, text } = await by(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

/** A key of the account with limits. */
async function keyWith(limits: object): Promise<Ask> {
  const { key } = await done('POST', '/v1/keys', { name: 'limited', scope: ['read', 'write'], ...limits })
  return (method, path, sent) => platform.ask(method, path, { ...sent, headers: { authorization: `Bearer ${key}` } })
}

const eventsOf = async (filter: string, by = ask): Promise<Data[]> =>
  (await done('GET', `/v1/events?limit=500&${filter}`, undefined, by)).results

const typesOf = (events: Data[]): string[] => events.map(({ type }) => type)

it('tells that a zone was created, published, delegated and deleted, to those who may read the zone', async () => {
  const records = [{ type: 'A', name: 'www', value: '192.0.2.10', ttl: 3600 }]
  const domain = { name: 'told', extension: 'com' }
  await done('POST', '/v1/dns/zones', { domain, type: 'master', records })
  const of = (by = ask) => eventsOf('object=dns/zones/told.com', by)
  const { handle } = await done('POST', '/v1/customers', { ...person, email: 'anna@example.com' })
  await eventually(async () => typesOf(await of()).includes('zone.published'), 'the publication')
  await done('POST', '/v1/domains', { ...order('told.com', handle), ns_group: 'dns-openprovider' })
  await eventually(async () => {
    const last = (await of()).at(-1)
    const shown = await done('GET', '/v1/dns/zones/told.com?with_dnskey=true')
    // A check of the delegation that finds the same shows another time.
    shown.delegation.checked_at = last.data.delegation.checked_at
    expect(last.data).toEqual(shown)
    return true
  }, 'the zone of the last event')
  const [limited, other] = [await keyWith({ zones: ['told.com'] }), await keyWith({ zones: ['other.com'] })]
  expect(typesOf(await of(limited))).toEqual(typesOf(await of()))
  expect(await of(other)).toEqual([])
  await done('DELETE', '/v1/dns/zones/told.com')
  const told = await eventually(async () => {
    const found = await of()
    return typesOf(found).at(-1) === 'zone.deleted' && found
  }, 'the deletion')
  expect(typesOf(told).slice(0, 1)).toEqual(['zone.created'])
  expect(JSON.stringify(told)).not.toContain('192.0.2.10')
})
