import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { shapes } from '@nameyard/testing/report-mails'
import { testCertificate, type TestCertificate } from '@nameyard/testing/tls'
import { askUdp } from '../src/dns-client'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** E-mail DMARC orders over HTTP: every operation, and the page of a link. */

let platform: InProcess
let ask: Ask
let stranger: Ask
let handle: string
let certificate: TestCertificate
let mailPort: number

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const query = (name: string) => `domain.name=${name}&domain.extension=com`
const read = (name: string) => done('GET', `/v1/easydmarcs?${query(name)}`)
const becomes = (name: string, status: string) =>
  eventually(async () => (await read(name)).status === status, `${name} ${status}`)
const place = (name: string) =>
  done('POST', '/v1/easydmarcs', { domain: { name, extension: 'com' }, owner_handle: handle })
const balance = async () => {
  const { balance, reserved_balance } = await done('GET', '/v1/resellers')
  return [balance, reserved_balance]
}

/** The worker tells the end of a registration; its reservation is captured some time after the answer. */
const domainsArePaid = () => eventually(async () => (await balance())[1] === 0, 'the domains are paid')

beforeAll(async () => {
  ;[certificate, mailPort] = await Promise.all([testCertificate(), freePort()])
  platform = await startInProcess({
    orders: { DMARC_MAIL_HOST: 'mx.nameyard.example' },
    customers: {
      DMARC_ZONE: 'dmarc.nameyard.example',
      MAIL_RETURN_DOMAIN: 'return.nameyard.example',
      MAIL_INCOMING_PORT: String(mailPort),
      MAIL_INCOMING_TLS_CERTIFICATE: certificate.certificate,
      MAIL_INCOMING_TLS_KEY: certificate.key,
    },
  })
  ask = await platform.open('dmarc')
  stranger = await platform.open('stranger-to-dmarc')
  ;({ handle } = await done('POST', '/v1/customers', person))
  for (const name of ['reported', 'elsewhere']) await done('POST', '/v1/domains', order(`${name}.com`, handle))
  const www = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 3600 }
  const zone = { domain: { name: 'reported', extension: 'com' }, type: 'master', records: [www] }
  await done('POST', '/v1/dns/zones', zone)
  await domainsArePaid()
})
afterAll(async () => {
  await platform?.close()
  certificate?.remove()
})

it('a DMARC order is published, charged once, and deleted', async () => {
  const [before] = await balance()
  const placed = await place('reported')
  expect(placed).toMatchObject({
    status: 'REQ',
    activated_at: '0000-00-00 00:00:00',
    easydmarc_email_address: 'reported_com@dmarc.nameyard.example',
    record_type: 'CNAME',
    record_host: '_dmarc.reported.com',
    record_value: '_dmarc.reported_com._d.dmarc.nameyard.example',
    recent_easydmarc_action: { recent_action: 'create', message: '' },
  })
  await becomes('reported', 'ACT')
  expect(await balance()).toEqual([before - 12, 0])
  const { answers } = await askUdp(platform.dnsPort, '_dmarc.reported.com', 'CNAME')
  expect(answers).toMatchObject([{ type: 'CNAME', data: placed.record_value }])
  await eventually(async () => {
    const policy = await askUdp(platform.dnsPort, placed.record_value, 'TXT')
    return JSON.stringify(policy.answers).length > 2 && policy.answers?.length === 1
  }, 'the policy')
  const active = await read('reported')
  expect(active.expired_at.slice(0, 4)).toBe(String(Number(active.activated_at.slice(0, 4)) + 1))
  expect(active.renew_at < active.expired_at).toBe(true)
  const again = await ask('POST', '/v1/easydmarcs', {
    body: { domain: { name: 'reported', extension: 'com' }, owner_handle: handle },
    headers: { 'idempotency-key': 'another order' },
  })
  expect([again.status, again.json.code]).toEqual([409, 30003])
  const { results } = await done('GET', '/v1/transactions')
  const paid = results.filter((each: { object_type: string }) => each.object_type === 'dmarc')
  expect(paid).toMatchObject([{ action: 'create', subject: 'reported.com' }])

  expect(await done('DELETE', `/v1/easydmarcs/${placed.id}`)).toEqual({ status: 'DEL' })
  expect(await done('DELETE', `/v1/easydmarcs/${placed.id}`)).toEqual({ status: 'DEL' })
  await eventually(
    async () => (await askUdp(platform.dnsPort, '_dmarc.reported.com', 'CNAME')).answers?.length === 0,
    'no record',
  )
  expect(await balance()).toEqual([before - 12, 0])
})

/** Sends a message over STARTTLS, as a mail server does. Returns the last reply. */
async function mailed(to: string, raw: Buffer): Promise<string> {
  const tls = { ca: readFileSync(certificate.authority), servername: 'localhost' }
  const transport = createTransport({ host: '127.0.0.1', port: mailPort, requireTLS: true, tls })
  try {
    return (await transport.sendMail({ envelope: { from: 'dmarc@receiver.example', to }, raw })).response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}

it('reports about a domain arrive over SMTP and are listed', async () => {
  await done('POST', '/v1/domains', order('listened.com', handle))
  await domainsArePaid()
  const { id, easydmarc_email_address: address } = await place('listened')
  const records = [
    { source: '192.0.2.7', messages: 40 },
    { source: '2001:db8::7', messages: 2, dkim: 'fail', spf: 'fail' },
  ]
  for (const [at, shape] of Object.values(shapes).entries()) {
    const report = shape({ domain: 'listened.com', organisation: `Receiver ${at}`, records })
    expect(await mailed(address.toUpperCase(), report)).toMatch(/^250 /)
    expect(await mailed(address, report)).toMatch(/^250 /)
  }
  const { results, total } = await done('GET', `/v1/easydmarcs/${id}/reports?limit=2`)
  expect(total).toBe(Object.keys(shapes).length)
  expect(results).toMatchObject([
    { organisation: 'Receiver 5', messages: 42, passed: 40 },
    { organisation: 'Receiver 4', messages: 42, passed: 40, policy: { p: 'reject', testing: 'y' } },
  ])
  expect(await mailed('nobody_com@dmarc.nameyard.example', Buffer.from('x'))).toMatch(/^550 5\.1\.1/)
  expect(await mailed(address, Buffer.from('Subject: Win\r\n\r\nBuy this.\r\n'))).toMatch(/^550 5\.6\.0 .*no report/)
  expect((await stranger('GET', `/v1/easydmarcs/${id}/reports`)).status).toBe(404)
  await done('DELETE', `/v1/easydmarcs/${id}`)
  expect(await mailed(address, shapes['plain XML']!({ domain: 'listened.com' }))).toMatch(/^550 5\.1\.1/)
})

it('the zone of the report addresses names the host that receives them', async () => {
  const { answers } = await eventually(async () => {
    const answer = await askUdp(platform.dnsPort, 'dmarc.nameyard.example', 'MX')
    return answer.answers?.length ? answer : undefined
  }, 'the MX record')
  expect(answers).toMatchObject([{ type: 'MX', data: { exchange: 'mx.nameyard.example', preference: 10 } }])
})

it('an equal request gets the first reply again, until the order is deleted', async () => {
  await done('POST', '/v1/domains', order('ordered-twice.com', handle))
  await domainsArePaid()
  const send = async () => {
    const body = { domain: { name: 'ordered-twice', extension: 'com' }, owner_handle: handle }
    const { status, json } = await ask('POST', '/v1/easydmarcs', { body })
    return { status, data: json.data, warnings: json.warnings!.map((each) => (each as { code: number }).code) }
  }
  const before = await balance()
  const first = await send()
  expect(first).toMatchObject({ status: 200, warnings: [] })
  expect(await send()).toEqual({ ...first, warnings: [251] })
  expect(await balance()).toEqual([before[0] - 12, 12])
  expect(await done('DELETE', `/v1/easydmarcs/${first.data.id}`)).toEqual({ status: 'DEL' })
  const second = await send()
  expect(second).toMatchObject({ status: 200, warnings: [] })
  expect(second.data.id).not.toBe(first.data.id)
  expect(await done('DELETE', `/v1/easydmarcs/${second.data.id}`)).toEqual({ status: 'DEL' })
  expect(await balance()).toEqual(before)
})

it('a DMARC order is listed and shown by a link while it waits for its record', async () => {
  const before = await balance()
  const placed = await place('elsewhere')
  expect(await balance()).toEqual([before[0] - 12, 12])
  const listed = await done('GET', '/v1/easydmarcs/list?status=REQ&order_by.id=desc')
  expect(listed.results.map(({ id }: { id: number }) => id)).toEqual([placed.id])

  const linkTo = async (type: string) => {
    const { url } = await done('GET', `/v1/easydmarcs/${placed.id}/sso?type=${type}`)
    expect(url).toMatch(/^https:\/\/localhost:\d+\/dmarc\/[\w-]{43}$/)
    return `${platform.url}${new URL(url).pathname}`
  }
  await eventually(
    async () => (await read('elsewhere')).recent_easydmarc_action.message !== '',
    'the result of the first check',
  )
  const page = await (await fetch(await linkTo('customer'))).text()
  for (const text of ['E-mail DMARC of elsewhere.com', '_dmarc.elsewhere.com', placed.record_value, 'Requested'])
    expect(page).toContain(text)
  expect(page).toContain('elsewhere_com@dmarc.nameyard.example')
  expect(page).not.toContain('verify-record')
  const forReseller = await fetch(await linkTo('reseller'), { headers: { 'accept-language': 'nl' } })
  expect(forReseller.headers.get('referrer-policy')).toBe('no-referrer')
  const dutch = await forReseller.text()
  expect(dutch).toContain('Laatste actie')
  expect(dutch).toContain('add the record yourself')
  expect((await fetch(`${platform.url}/dmarc/nothing`)).status).toBe(404)
  const { status, json } = await ask('GET', `/v1/easydmarcs/${placed.id}/sso?type=owner`)
  expect([status, json.code]).toEqual([400, 806])

  const retried = await ask('POST', `/v1/easydmarcs/${placed.id}/retry`, { body: { id: placed.id } })
  expect([retried.status, retried.json.code]).toEqual([409, 30001])
  expect(await done('DELETE', `/v1/easydmarcs/${placed.id}`)).toEqual({ status: 'DEL' })
  expect(await balance()).toEqual(before)
})

it('a DMARC order is placed with a domain, and fails when the credit is too low', async () => {
  const before = await balance()
  await done('POST', '/v1/domains', { ...order('together.com', handle), is_easy_dmarc_enabled: true })
  await eventually(async () => (await ask('GET', `/v1/easydmarcs?${query('together')}`)).status === 200, 'the order')
  expect((await read('together')).status).toBe('REQ')
  await eventually(async () => (await balance())[1] === 12, 'the domain is paid')
  expect((await balance())[0]).toBe(Math.round((before[0] - 10.79 - 12) * 100) / 100)
  const { id } = await read('together')
  await done('DELETE', `/v1/easydmarcs/${id}`)

  const poor = await platform.open('poor-dmarc', '11.00')
  const { handle: owner } = (await poor('POST', '/v1/customers', { body: person })).json.data
  const wanted = { ...order('apart.com', owner), is_easy_dmarc_enabled: true }
  expect((await poor('POST', '/v1/domains', { body: wanted })).status).toBe(200)
  await eventually(async () => {
    const { json } = await poor('GET', `/v1/easydmarcs?${query('apart')}`)
    return json.data?.status === 'FAI' && json.data.recent_easydmarc_action.message !== ''
  }, 'the failed order')
})

it.each([
  ['GET', '/sso'],
  ['POST', '/retry'],
  ['DELETE', ''],
])('refuses another account: %s %s', async (method, path) => {
  const { id } = await read('elsewhere')
  const [theirs, unknown] = [
    await stranger(method, `/v1/easydmarcs/${id}${path}`),
    await stranger(method, `/v1/easydmarcs/999999${path}`),
  ]
  expect([theirs.status, theirs.json.code]).toEqual([404, 98])
  expect(theirs.text.replace(String(id), '999999')).toBe(unknown.text)
})
