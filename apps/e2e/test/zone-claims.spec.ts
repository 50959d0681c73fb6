import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { certificateRequest } from '../src/certificate-request'
import { askUdp } from '../src/dns-client'
import { order, person } from '../src/reseller'
import { startInProcess, type InProcess } from './in-process'

/** Names that are registered elsewhere: who may have their zones, and what operators do about it. */

const DAY = 86_400
/** Most open proofs of one account. */
const PROOFS_OPEN = 5

let platform: InProcess
let owner: Account
let squatter: Account

beforeAll(async () => {
  platform = await startInProcess({
    hasSandboxClock: true,
    orders: { SSL_SWEEP_SECONDS: '0.1' },
    dns: { ZONE_PROOFS_OPEN: String(PROOFS_OPEN) },
  })
  owner = await account('owner')
  squatter = await account('squatter')
})
afterAll(async () => {
  await platform?.close()
})

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any
type Account = Awaited<ReturnType<typeof account>>

async function account(username: string) {
  const ask = await platform.open(username)
  const done = async (method: string, path: string, body?: object): Promise<Data> => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const code = async (method: string, path: string, body?: object) => {
    const { status, json } = await ask(method, path, { body })
    return [status, json.code]
  }
  const { handle } = await done('POST', '/v1/customers', person)
  const { id: resellerId } = await done('GET', '/v1/resellers')
  const zoneOf = (name: string, value: string) => {
    const [label = '', ...extension] = name.split('.')
    const domain = { name: label, extension: extension.join('.') }
    return { domain, type: 'master', records: [{ type: 'A', name: 'www', value, ttl: 600 }] }
  }
  const { name_servers } = await done('GET', '/v1/dns/nameservers/groups/dns-openprovider')
  return {
    ask,
    done,
    code,
    handle,
    resellerId: resellerId as number,
    nameservers: (name_servers as { name: string }[]).map(({ name }) => name),
    makeZone: (name: string, value: string) => done('POST', '/v1/dns/zones', zoneOf(name, value)),
    tryZone: (name: string, value: string) => code('POST', '/v1/dns/zones', zoneOf(name, value)),
    reads: (name: string) => code('GET', `/v1/dns/zones/${name}`),
    claim: (name: string) => done('POST', `/v1/dns/zones/${name}/claim`),
    tryClaim: async (name: string) => {
      const { status, json } = await ask('POST', `/v1/dns/zones/${name}/claim`)
      return [status, json.code, json.desc]
    },
    delegation: async (name: string) => (await done('GET', `/v1/dns/zones/${name}`)).delegation,
  }
}

const served = async (name: string) => {
  const { answers = [] } = await askUdp(platform.dnsPort, `www.${name}`, 'A')
  return answers.map((answer) => ('data' in answer ? answer.data : ''))
}
const serves = (name: string, ...values: string[]) =>
  eventually(async () => JSON.stringify(await served(name)) === JSON.stringify(values), `${values.join()} at ${name}`)
const elsewhere = ['ns1.example.net', 'ns2.example.net']
/** Registers a name through another registrar. */
const registered = (name: string, hosts: readonly string[]) =>
  platform.sandbox.registerElsewhere(name, 'Rival-0ne-Code', hosts)
const isMailed = (name: string, subject: string) =>
  eventually(async () => {
    const files = (await readdir(platform.mails)).filter((file) => file.endsWith('.eml'))
    const texts = await Promise.all(files.map((file) => readFile(join(platform.mails, file), 'utf8')))
    return texts.some((mail) => mail.includes(name) && /^Subject: (.*)\r$/m.exec(mail)?.[1] === subject)
  }, `the mail "${subject}"`)

it('the owner of a name elsewhere takes it from an account that made its zone first, by its delegation', async () => {
  expect(owner.nameservers).toHaveLength(squatter.nameservers.length)
  for (const host of owner.nameservers) expect(squatter.nameservers).not.toContain(host)
  await registered('delegated.nl', owner.nameservers)
  await squatter.makeZone('delegated.nl', '192.0.2.66')
  await serves('delegated.nl', '192.0.2.66')
  await eventually(async () => (await squatter.delegation('delegated.nl')).state === 'other', 'the delegation')
  expect(await squatter.delegation('delegated.nl')).toMatchObject({
    expected: squatter.nameservers,
    found: owner.nameservers,
  })
  expect(await owner.tryZone('delegated.nl', '192.0.2.1')).toEqual([409, 801])
  expect((await squatter.tryClaim('delegated.nl')).slice(0, 2)).toEqual([422, 801])

  expect(await owner.claim('delegated.nl')).toEqual({ success: true, proof: 'delegation', withdrawn: 1 })
  expect(await squatter.reads('delegated.nl')).toEqual([404, 872])
  await serves('delegated.nl')
  await isMailed('delegated.nl', 'Your zone at delegated.nl was withdrawn')
  const taken = await eventually(async () => {
    const { results } = await squatter.done('GET', '/v1/audit?event=zones.taken')
    return results.length > 0 && results
  }, 'the withdrawal in the audit trail')
  expect(taken).toMatchObject([
    { subject: 'zone delegated.nl', contact_id: null, address: '', changes: { news: { to: 'claimed' } } },
  ])
  await owner.makeZone('delegated.nl', '192.0.2.1')
  await serves('delegated.nl', '192.0.2.1')
  await eventually(async () => (await owner.delegation('delegated.nl')).state === 'own', 'the delegation')
  expect(await squatter.tryZone('a.delegated.nl', '192.0.2.66')).toEqual([409, 801])
  const { history } = await owner.done('GET', '/v1/dns/zones/delegated.nl?with_history=true')
  expect(history).toHaveLength(1)
  const { results } = await squatter.done('GET', '/v1/dns/zones/delegated.nl/versions')
  expect(results[0]).toMatchObject({ source: 'platform.withdraw' })
})

it('the owner of a name elsewhere takes it by a record at the servers there, which no other account can use', async () => {
  await registered('recorded.nl', elsewhere)
  await squatter.makeZone('recorded.nl', '192.0.2.66')
  const { record, name_servers } = await owner.done('POST', '/v1/dns/zones/recorded.nl/proof')
  expect(record).toMatchObject({ type: 'TXT', name: '_nameyard-challenge.recorded.nl' })
  expect(name_servers).toEqual(owner.nameservers)
  // A record in a zone of this platform proves nothing.
  const add = [{ type: 'TXT', name: '_nameyard-challenge', value: record.value, ttl: 600 }]
  await squatter.done('PUT', '/v1/dns/zones/recorded.nl', { records: { add } })
  expect(await owner.tryClaim('recorded.nl')).toEqual([
    422,
    801,
    'Control of recorded.nl is not proved: its servers do not have the record.',
  ])
  await platform.sandbox.publishTexts(record.name, ['other', record.value])
  await squatter.done('POST', '/v1/dns/zones/recorded.nl/proof')
  expect((await squatter.tryClaim('recorded.nl')).slice(0, 2)).toEqual([422, 801])
  const claims = await Promise.all([1, 2, 3, 4].map(() => owner.code('POST', '/v1/dns/zones/recorded.nl/claim')))
  expect(claims.filter(([status]) => status === 200).length).toBeGreaterThan(0)
  expect(claims.every(([status]) => status === 200 || status === 409 || status === 422)).toBe(true)
  expect(await squatter.reads('recorded.nl')).toEqual([404, 872])
  await owner.makeZone('recorded.nl', '192.0.2.2')
  await serves('recorded.nl', '192.0.2.2')
  expect((await owner.tryClaim('recorded.nl')).slice(0, 2)).toEqual([422, 801])
})

it('a claim and a proof refuse what is no name, has one label, or is a public suffix', async () => {
  for (const act of ['claim', 'proof']) {
    const refusal = (name: string) => owner.code('POST', `/v1/dns/zones/${name}/${act}`)
    expect(await refusal('a..nl')).toEqual([400, 303])
    expect(await refusal('single-label')).toEqual([400, 307])
    expect(await refusal('co.uk')).toEqual([409, 801])
  }
})

it('an account whose zone was withdrawn has its history for 30 days', async () => {
  await squatter.makeZone('kept-for.com', '192.0.2.66')
  await owner.done('POST', '/v1/domains', order('kept-for.com', owner.handle))
  await eventually(async () => (await squatter.reads('kept-for.com'))[0] === 404, 'the withdrawal')
  let moved = await owner.done('POST', '/v1/sandbox/clock/advance', { seconds: 29 * DAY })
  while (!moved.is_done) moved = await owner.done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
  const { results } = await squatter.done('GET', '/v1/dns/zones/kept-for.com/versions')
  expect(results.map(({ version }: Data) => version)).toEqual([2, 1])
  expect(await squatter.code('GET', '/v1/dns/zones/kept-for.com/versions/1')).toEqual([200, 0])
})

it('an account without control of a name gets no certificate by DNS automation', async () => {
  await registered('wanted.nl', squatter.nameservers)
  await owner.makeZone('wanted.nl', '192.0.2.1')
  const usual = { product_id: 5, period: 1, organization_handle: owner.handle, software_id: 'linux' }
  const csr = await certificateRequest('wanted.nl')
  const given = { ...usual, csr, enable_dns_automation: true, start_provision: true }
  const { id } = await owner.done('POST', '/v1/ssl/orders', given)
  const problem = async () =>
    (await owner.done('GET', `/v1/ssl/orders/${id}`)).domain_validation_statuses.ca_status as string
  await eventually(async () => (await problem()).includes('not under the control of this account'), 'the reason')
  expect((await owner.done('GET', `/v1/ssl/orders/${id}`)).status).toBe('REQ')
  expect(await problem()).toContain(owner.nameservers[0])
})

describe('an operator at the command line', () => {
  const admin = async (...words: string[]) => {
    const lines: string[] = []
    await runCommand(words, { AMQP_URL: platform.amqpUrl, SUDO_USER: 'maria' }, (line) => lines.push(line))
    return lines.join('\n')
  }
  const refused = (...words: string[]) =>
    admin(...words).then(
      () => '',
      (error: Error) => error.message,
    )
  const why = ['--reason', 'case 7']
  const isAudited = (operation: string, name: string) =>
    eventually(async () => {
      const lines = (await admin('audit', 'list', '--limit', '100')).split('\n')
      return lines.find((line) => line.includes(operation) && line.includes(name) && line.includes('case 7'))
    }, `${operation} of ${name} in the audit log`)

  it('lists and shows zones of all accounts', async () => {
    await squatter.makeZone('listed.nl', '192.0.2.66')
    const listed = await admin('zones', 'list', '--reseller', String(squatter.resellerId))
    expect(listed).toMatch(new RegExp(`listed\\.nl +${squatter.resellerId} +live`))
    expect(await admin('zones', 'show', 'listed.nl')).toMatch(/listed\.nl .*live/)
    expect(await refused('zones', 'show', 'never.nl')).toContain('not found')
  })

  it('moves and removes a zone, and both are in the audit log', async () => {
    await squatter.makeZone('operated.nl', '192.0.2.66')
    await admin('zones', 'move', 'operated.nl', '--to', String(owner.resellerId), ...why)
    expect([await squatter.reads('operated.nl'), await owner.reads('operated.nl')]).toEqual([
      [404, 872],
      [200, 0],
    ])
    await isAudited('zones.move', 'operated.nl')
    await admin('zones', 'remove', 'operated.nl', ...why)
    expect(await owner.reads('operated.nl')).toEqual([404, 872])
    await isAudited('zones.remove', 'operated.nl')
    await isMailed('operated.nl', 'Your zone operated.nl was withdrawn')
  })

  it('decides who may have a name, against proofs too, but never against the holder of a domain', async () => {
    await registered('disputed.nl', squatter.nameservers)
    await squatter.makeZone('disputed.nl', '192.0.2.66')
    await admin('zones', 'arbitrate', 'disputed.nl', '--for', String(owner.resellerId), ...why)
    expect(await squatter.reads('disputed.nl')).toEqual([404, 872])
    expect((await squatter.tryClaim('disputed.nl')).slice(0, 2)).toEqual([409, 801])
    await owner.makeZone('disputed.nl', '192.0.2.1')
    await isAudited('zones.arbitrate', 'disputed.nl')
    await admin('zones', 'arbitrate', 'disputed.nl', ...why)
    expect(await squatter.claim('disputed.nl')).toMatchObject({ proof: 'delegation', withdrawn: 1 })

    await owner.done('POST', '/v1/domains', order('decided.com', owner.handle))
    await owner.makeZone('decided.com', '192.0.2.1')
    const to = String(squatter.resellerId)
    expect(await refused('zones', 'move', 'decided.com', '--to', to, ...why)).toContain('unavailable')
    expect(await refused('zones', 'arbitrate', 'decided.com', '--for', to, ...why)).toContain('unavailable')
  })
})

it('an account has a limited number of open proofs, and a repeated request for one name is not a further one', async () => {
  const collector = await account('collector')
  const ask = (n: number) => collector.code('POST', `/v1/dns/zones/proof-${n}.nl/proof`)
  for (let n = 0; n < PROOFS_OPEN; n++) expect(await ask(n)).toEqual([200, 0])
  expect(await ask(PROOFS_OPEN)).toEqual([422, 801])
  expect(await ask(0)).toEqual([200, 0])
})

it('tries every refusal of a claim and of a proof', () =>
  // Two claims at the same time are tested in apps/dns: here, none of them need be refused for this reason.
  expect(
    platform.exercised
      .untried('zones')
      .filter((each) => /^zones\.(claim|request-proof) (?!error zone_being_claimed)/.test(each)),
  ).toEqual([]))
