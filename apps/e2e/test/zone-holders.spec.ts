import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@nameyard/testing/eventually'
import { askUdp } from '../src/dns-client'
import { order, person } from '../src/reseller'
import { startInProcess, type InProcess } from './in-process'

/** Only the holder of a domain controls its zone. Each test lets another account try to take it over. */

const DAY = 86_400

/** Auth code of the names that another registrar holds at the sandbox registry from the start. */
const RIVAL_CODE = 'Rival-0ne-Code'

let platform: InProcess
let owner: Account
let stranger: Account

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  owner = await account('owner')
  stranger = await account('stranger')
})
afterAll(() => platform?.close())

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any
type Account = Awaited<ReturnType<typeof account>>

const A = (value: string, name = 'www') => ({ type: 'A', name, value, ttl: 600 })

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
  const zoneOf = (name: string, value: string) => {
    const [label = '', ...extension] = name.split('.')
    return { domain: { name: label, extension: extension.join('.') }, type: 'master', records: [A(value)] }
  }
  return {
    done,
    code,
    handle,
    username,
    register: async (name: string, over: object = {}): Promise<number> =>
      (await done('POST', '/v1/domains', { ...order(name, handle), ...over })).id,
    makeZone: (name: string, value: string) => done('POST', '/v1/dns/zones', zoneOf(name, value)),
    tryZone: (name: string, value: string) => code('POST', '/v1/dns/zones', zoneOf(name, value)),
    reads: (name: string) => code('GET', `/v1/dns/zones/${name}`),
    total: async () => (await done('GET', '/v1/dns/zones')).total,
  }
}

const served = async (name: string) => {
  const { answers = [] } = await askUdp(platform.dnsPort, `www.${name}`, 'A')
  return answers.map((answer) => ('data' in answer ? answer.data : ''))
}
const serves = (name: string, ...values: string[]) =>
  eventually(async () => JSON.stringify(await served(name)) === JSON.stringify(values), `${values.join()} at ${name}`)
const gone = (by: Account, name: string) =>
  eventually(async () => (await by.reads(name))[0] === 404, `${by.username} cannot read ${name}`)
const restore = (by: Account, name: string) => by.code('POST', `/v1/dns/zones/${name}/restore`, { version: 1 })

/** Returns the subjects of the mails that contain a text. */
const mailed = async (text: string) => {
  const files = (await readdir(platform.mails)).filter((file) => file.endsWith('.eml'))
  const texts = await Promise.all(files.map((file) => readFile(join(platform.mails, file), 'utf8')))
  return texts.filter((mail) => mail.includes(text)).map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1])
}
const isMailed = (name: string, subject: string) =>
  eventually(async () => (await mailed(name)).includes(subject), `the mail "${subject}"`)

it('the zone of an active domain is refused to other accounts, also below the domain and by import', async () => {
  await owner.register('takeover.com')
  expect(await stranger.tryZone('takeover.com', '192.0.2.66')).toEqual([409, 801])
  expect(await stranger.tryZone('shop.takeover.com', '192.0.2.66')).toEqual([409, 801])
  const zone_file = 'www 600 IN A 192.0.2.66\n'
  expect(await stranger.code('POST', '/v1/dns/zones/takeover.com/import', { zone_file })).toEqual([409, 801])
  await owner.makeZone('takeover.com', '192.0.2.1')
  await serves('takeover.com', '192.0.2.1')
})

it('a zone that another account made before the registration is withdrawn, and its account is told', async () => {
  await stranger.makeZone('squatted.com', '192.0.2.66')
  await stranger.makeZone('below.squatted.com', '192.0.2.66')
  const link = await stranger.done('POST', '/v1/dns/domain-token', { domain: 'squatted.com' })
  await serves('squatted.com', '192.0.2.66')
  const before = await stranger.total()
  await owner.register('squatted.com')
  await gone(stranger, 'squatted.com')
  await gone(stranger, 'below.squatted.com')
  await serves('squatted.com')
  expect(await stranger.total()).toBe(before - 2)
  expect((await fetch(`${platform.url}${new URL(link.url).pathname}`)).status).toBe(404)
  await isMailed('squatted.com', 'Your zone at squatted.com was withdrawn')

  const { results } = await stranger.done('GET', '/v1/dns/zones/squatted.com/versions')
  expect(results[0]).toMatchObject({ source: 'platform.withdraw', removed: 1 })
  expect(await restore(stranger, 'squatted.com')).toEqual([409, 801])
  expect(await owner.code('GET', '/v1/dns/zones/squatted.com/versions')).toEqual([404, 872])
  await owner.makeZone('squatted.com', '192.0.2.1')
  await serves('squatted.com', '192.0.2.1')
  const { history } = await owner.done('GET', '/v1/dns/zones/squatted.com?with_history=true')
  expect(history).toHaveLength(1)
  expect(await stranger.tryZone('squatted.com', '192.0.2.66')).toEqual([409, 801])
})

it('an internal transfer moves the zone with its history, which names no person of the former account', async () => {
  const id = await owner.register('handed.com')
  await owner.makeZone('handed.com', '192.0.2.1')
  await owner.done('PUT', '/v1/dns/zones/handed.com', { records: { add: [A('192.0.2.2', 'shop')] } })
  await owner.makeZone('below.handed.com', '192.0.2.3')
  const link = await owner.done('POST', '/v1/dns/domain-token', { domain: 'handed.com' })
  const [before, after] = [await owner.total(), await stranger.total()]
  const { auth_code } = await owner.done('GET', `/v1/domains/${id}/authcode?auth_code_type=internal`)
  const { domain } = order('handed.com', stranger.handle)
  await stranger.done('POST', '/v1/domains/transfer', { domain, auth_code, owner_handle: stranger.handle })
  await gone(owner, 'handed.com')
  expect(await owner.reads('below.handed.com')).toEqual([404, 872])
  expect(await stranger.reads('below.handed.com')).toEqual([200, 0])
  expect([await owner.total(), await stranger.total()]).toEqual([before - 2, after + 2])
  expect((await fetch(`${platform.url}${new URL(link.url).pathname}`)).status).toBe(404)
  expect(await owner.code('PUT', '/v1/dns/zones/handed.com', { records: { add: [A('192.0.2.66')] } })).toEqual([
    404, 872,
  ])
  expect(await owner.code('GET', '/v1/dns/zones/handed.com/versions')).toEqual([404, 872])
  expect(await owner.tryZone('handed.com', '192.0.2.66')).toEqual([409, 801])

  await stranger.done('PUT', '/v1/dns/zones/handed.com', { records: { add: [A('192.0.2.9', 'new')] } })
  const { results } = await stranger.done('GET', '/v1/dns/zones/handed.com/versions')
  expect(results.map(({ version, who }: Data) => [version, who])).toEqual([
    [4, 'stranger'],
    // Its apex has the name servers of the new account.
    [3, ''],
    [2, ''],
    [1, ''],
  ])
  const { history } = await stranger.done('GET', '/v1/dns/zones/handed.com?with_history=true')
  expect(JSON.stringify(history)).not.toContain('owner')
  await serves('handed.com', '192.0.2.1')
})

it('an internal transfer moves only the records when the former account keeps the history', async () => {
  const id = await owner.register('secretive.com')
  await owner.done('PUT', `/v1/domains/${id}`, { keep_zone_history: true })
  expect(await owner.done('GET', `/v1/domains/${id}`)).toMatchObject({ keep_zone_history: true })
  await owner.makeZone('secretive.com', '192.0.2.66')
  const change = { remove: [A('192.0.2.66')], add: [A('192.0.2.1')] }
  await owner.done('PUT', '/v1/dns/zones/secretive.com', { records: change })
  const { auth_code } = await owner.done('GET', `/v1/domains/${id}/authcode?auth_code_type=internal`)
  const { domain } = order('secretive.com', stranger.handle)
  await stranger.done('POST', '/v1/domains/transfer', { domain, auth_code, owner_handle: stranger.handle })
  await gone(owner, 'secretive.com')
  await serves('secretive.com', '192.0.2.1')
  const { history } = await stranger.done('GET', '/v1/dns/zones/secretive.com?with_history=true')
  expect(history).toEqual([expect.objectContaining({ source: 'platform.move', version: 4, who: '' })])
  expect(await stranger.code('GET', '/v1/dns/zones/secretive.com/versions/1')).toEqual([404, 98])
  const { results } = await owner.done('GET', '/v1/dns/zones/secretive.com/versions')
  expect(results.map(({ version }: Data) => version)).toEqual([3, 2, 1])
  expect(await restore(owner, 'secretive.com')).toEqual([409, 801])
})

it('a name that is deleted and registered by another account neither serves nor shows the former zone', async () => {
  const id = await owner.register('reused.com')
  await owner.makeZone('reused.com', '192.0.2.1')
  await serves('reused.com', '192.0.2.1')
  await owner.done('DELETE', `/v1/domains/${id}?skip_soft_quarantine=1`)
  const free = async () => {
    const { results } = await owner.done('POST', '/v1/domains/check', { domains: [order('reused.com', '').domain] })
    return results[0].status === 'free'
  }
  await eventually(free, 'the name is free')
  await stranger.register('reused.com')
  await gone(owner, 'reused.com')
  await serves('reused.com')
  expect(await stranger.reads('reused.com')).toEqual([404, 872])
  expect(await stranger.code('GET', '/v1/dns/zones/reused.com/versions')).toEqual([404, 872])
  expect(await restore(owner, 'reused.com')).toEqual([409, 801])
  await stranger.makeZone('reused.com', '192.0.2.2')
  await serves('reused.com', '192.0.2.2')
})

describe('an order with a template for its zone', () => {
  const template = (by: Account, value: string) =>
    by.done('POST', '/v1/dns/templates', { name: 'panel', records: [A(value)] })

  it('takes the name from a zone of another account when the domain is active', async () => {
    await template(owner, '192.0.2.8')
    await stranger.makeZone('templated.com', '192.0.2.66')
    await owner.register('templated.com', { ns_template_name: 'panel' })
    await gone(stranger, 'templated.com')
    await serves('templated.com', '192.0.2.8')
    const { history } = await owner.done('GET', '/v1/dns/zones/templated.com?with_history=true')
    expect(history).toEqual([expect.objectContaining({ source: 'platform.prepare', who: '' })])
  })

  it('changes nothing of the zone of another account when it fails', async () => {
    await stranger.makeZone('example.com', '192.0.2.66')
    const { domain } = order('example.com', owner.handle)
    const failing = { domain, auth_code: 'Wrong-0ne-Code', owner_handle: owner.handle, ns_template_name: 'panel' }
    const [status] = await owner.code('POST', '/v1/domains/transfer', failing)
    expect(status).not.toBe(500)
    expect(await stranger.reads('example.com')).toEqual([200, 0])
    expect(await owner.reads('example.com')).toEqual([404, 872])
    await serves('example.com', '192.0.2.66')
  })

  it('creates the zone of an internal transfer whose former account has none', async () => {
    await template(stranger, '192.0.2.9')
    const id = await owner.register('bare.com')
    const { auth_code } = await owner.done('GET', `/v1/domains/${id}/authcode?auth_code_type=internal`)
    const { domain } = order('bare.com', stranger.handle)
    const owner_handle = stranger.handle
    await stranger.done('POST', '/v1/domains/transfer', { domain, auth_code, owner_handle, ns_template_name: 'panel' })
    await serves('bare.com', '192.0.2.9')
    expect(await stranger.reads('bare.com')).toEqual([200, 0])
  })
})

describe('the zone of another account at a domain that is transferred in', () => {
  const transfer = async (name: string) => {
    const { domain } = order(name, owner.handle)
    await owner.done('POST', '/v1/domains/transfer', { domain, auth_code: RIVAL_CODE, owner_handle: owner.handle })
  }
  const pass = async (days: number) => {
    let moved = await owner.done('POST', '/v1/sandbox/clock/advance', { seconds: days * DAY })
    while (!moved.is_done) moved = await owner.done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
  }

  it('is served until the holder creates its own, or for 28 days, and both accounts are told', async () => {
    for (const name of ['taken.com', 'rival.com']) await stranger.makeZone(name, '192.0.2.5')
    const before = await stranger.total()
    for (const name of ['taken.com', 'rival.com']) await transfer(name)
    expect(await stranger.reads('taken.com')).toEqual([200, 0])
    await pass(6)
    for (const name of ['taken.com', 'rival.com']) {
      await gone(stranger, name)
      expect(await served(name)).toEqual(['192.0.2.5'])
      await isMailed(name, `Your zone at ${name} ends`)
      await isMailed(name, `Please create the zone of ${name}`)
    }
    expect(await stranger.total()).toBe(before - 2)
    expect(await stranger.code('DELETE', '/v1/dns/zones/taken.com')).toEqual([404, 872])
    expect(await stranger.tryZone('taken.com', '192.0.2.66')).toEqual([409, 801])
    expect(await owner.reads('taken.com')).toEqual([404, 872])

    await owner.makeZone('taken.com', '192.0.2.7')
    await serves('taken.com', '192.0.2.7')
    await isMailed('taken.com', 'Your zone at taken.com was withdrawn')

    await pass(20)
    expect(await served('rival.com')).toEqual(['192.0.2.5'])
    await pass(9)
    await serves('rival.com')
    await isMailed('rival.com', 'Your zone at rival.com was withdrawn')
  })
})
