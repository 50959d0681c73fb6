import { eventually } from '@nameyard/testing/eventually'
import { certificateRequest } from '../src/certificate-request'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** The last month of a certificate as its reseller reads it in the event log, as simulated time passes. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

let platform: InProcess
let ask: Ask
beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true, orders: { SSL_SWEEP_SECONDS: '0.1' } })
  ask = await platform.open('anna')
})
afterAll(() => platform?.close())

async function done(method: string, path: string, body?: object): Promise<Data> {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

async function pass(days: number): Promise<void> {
  let moved = await done('POST', '/v1/sandbox/clock/advance', { seconds: days * 86_400 })
  while (!moved.is_done) moved = await done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
}

it('tells five times that a certificate expires, with its end, and then that it has expired', async () => {
  const { handle: organization_handle } = await done('POST', '/v1/customers', person)
  const domain = { name: 'hosted', extension: 'org' }
  const ordered = { domain, period: 2, owner_handle: organization_handle, ns_group: 'dns-openprovider' }
  await done('POST', '/v1/domains', ordered)
  await done('POST', '/v1/dns/zones', {
    domain,
    type: 'master',
    records: [{ type: 'A', name: '', value: '127.0.0.1', ttl: 600 }],
  })
  const { id } = await done('POST', '/v1/ssl/orders', {
    product_id: 5,
    period: 1,
    csr: await certificateRequest('hosted.org'),
    organization_handle,
    software_id: 'linux',
    start_provision: true,
    enable_dns_automation: true,
    autorenew: 'off',
  })
  const read = () => done('GET', `/v1/ssl/orders/${id}`)
  await eventually(async () => (await read()).status === 'ACT', 'the certificate')
  const { expiration_date } = await read()
  await pass(367)
  const filter = `object=ssl/orders/${id}`
  const types = async (): Promise<string[]> =>
    (await done('GET', `/v1/events?${filter}`)).results.map(({ type }: Data) => type)
  await eventually(async () => (await types()).at(-1) === 'ssl-order.expired', 'the end of the certificate')
  const expiring = Array<string>(5).fill('ssl-order.expiring')
  expect((await types()).slice(-6)).toEqual([...expiring, 'ssl-order.expired'])
  const { results } = await done('GET', `/v1/events?${filter}&type=ssl-order.expiring`)
  for (const { data } of results) expect(data).toMatchObject({ status: 'ACT', expiration_date })
  const { results: notices } = await done('GET', '/v1/notices?type=ssl-order.expiring')
  expect(notices[0]).toMatchObject({
    severity: 'warning',
    text: `The certificate of hosted.org expires at ${expiration_date}.`,
  })
})
