import { randomUUID } from 'node:crypto'
import { deleteHost } from '@nameyard/contracts/domains/delete-host'
import { setHost } from '@nameyard/contracts/domains/set-host'
import type { InputGiven } from '@nameyard/contracts/operation'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

/** Hosts below domains of an account, as the dns service asks for them. */

let platform: Platform
let anna: Account
let bert: Account
let names = 0
/** Each test has an active domain of its own, and a host below it. */
let domain: string
let host: string
let id: number

beforeAll(async () => {
  platform = await startPlatform()
  ;[anna, bert] = [await platform.account(), await platform.account()]
})
afterAll(() => platform?.close())
beforeEach(async () => {
  domain = `hosting${++names}.com`
  host = `ns1.${domain}`
  id = (await platform.active(anna, domain)).id
})

const call = () => platform.worker.call()
const set = (over: Partial<InputGiven<typeof setHost>> = {}) => {
  const usual = { operationId: randomUUID(), resellerId: anna.resellerId, name: host, ip: '192.0.2.1' }
  return platform.rpc.call(setHost, { ...usual, isAwaited: false, ...over }, call())
}
const remove = (over: Partial<InputGiven<typeof deleteHost>> = {}) => {
  const usual = { operationId: randomUUID(), resellerId: anna.resellerId, name: host }
  return platform.rpc.call(deleteHost, { ...usual, isAwaited: false, ...over }, call())
}
const submissions = (kind: string) =>
  registries.submitted.filter((each) => each.object === domain && each.kind === kind).length
const no = (refusal: 'nameserver_in_use' | 'registry_refused') => ({
  outcome: 'refused' as const,
  reason: { refusal, code: 2305, text: 'in use' },
})

describe('domains.set-host', () => {
  it('submits the host with exactly the given addresses, and is done when the registry has it', async () => {
    const operationId = randomUUID()
    expect(await set({ operationId, ip6: '2001:db8::1' })).toEqual({ state: 'pending' })
    const submission = await platform.submitted(domain, 'host.set')
    expect(submission.intent).toEqual({ name: domain, host: { name: host, ip: '192.0.2.1', ip6: '2001:db8::1' } })
    await platform.settle(submission, {})
    expect(await set({ operationId, ip6: '2001:db8::1' })).toEqual({ state: 'done' })
    expect(submissions('host.set')).toBe(1)
  })

  it('answers none for a name that is below no domain here', async () => {
    expect(await set({ name: 'ns1.elsewhere.com' })).toEqual({ state: 'none' })
  })

  it('refuses a name below a domain of another account with nameserver_unavailable', async () => {
    await expect(set({ resellerId: bert.resellerId })).rejects.toMatchObject({ refusal: 'nameserver_unavailable' })
    expect(submissions('host.set')).toBe(0)
  })

  it('refuses a domain in redemption with domain_status_prohibits', async () => {
    await platform.sql.query(`update domain set phase = 'redemption' where id = $1`, [id])
    await expect(set()).rejects.toMatchObject({ refusal: 'domain_status_prohibits' })
  })

  it('is refused with registry_refused and the text of the registry', async () => {
    const operationId = randomUUID()
    await set({ operationId })
    await platform.settle(await platform.submitted(domain, 'host.set'), no('registry_refused'))
    await expect(set({ operationId })).rejects.toMatchObject({
      refusal: 'registry_refused',
      details: { object: host, reason: 'in use' },
    })
  })
})

describe('domains.delete-host', () => {
  it('submits the deletion, and is done when the registry has deleted the host', async () => {
    const operationId = randomUUID()
    expect(await remove({ operationId })).toEqual({ state: 'pending' })
    const submission = await platform.submitted(domain, 'host.delete')
    expect(submission.intent).toEqual({ name: domain, host })
    await platform.settle(submission, {})
    expect(await remove({ operationId })).toEqual({ state: 'done' })
    expect(submissions('host.delete')).toBe(1)
  })

  it('answers none below a domain of another account, and submits nothing', async () => {
    expect(await remove({ resellerId: bert.resellerId })).toEqual({ state: 'none' })
    expect(submissions('host.delete')).toBe(0)
  })

  it('answers none below a deleted domain, whose hosts the registry deletes itself', async () => {
    await platform.sql.query(`update domain set phase = 'redemption' where id = $1`, [id])
    expect(await remove()).toEqual({ state: 'none' })
  })

  it('is refused with nameserver_in_use while other domains use the host', async () => {
    const operationId = randomUUID()
    await remove({ operationId })
    await platform.settle(await platform.submitted(domain, 'host.delete'), no('nameserver_in_use'))
    await expect(remove({ operationId })).rejects.toMatchObject({
      refusal: 'nameserver_in_use',
      details: { name: host },
    })
  })
})
