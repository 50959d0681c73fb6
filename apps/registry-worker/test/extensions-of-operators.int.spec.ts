import { randomUUID } from 'node:crypto'
import { extensionChanged } from '@nameyard/contracts/domains/extension-changed'
import { extensionRecord, type ExtensionRecordGiven } from '@nameyard/contracts/domains/extension-record'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { listRegistryAccounts } from '@nameyard/contracts/registry/list-accounts'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { PATIENT_MS, person, startPlatform, type Platform } from './platform'
import { order } from './registry-lifecycle'

let platform: Platform
let settings: Record<string, string>
beforeAll(async () => {
  platform = await startPlatform([], PATIENT_MS)
  const control = String(await freePort())
  await platform.openRegistry({ SANDBOX_CONTROL_PORT: control })
  settings = { REGISTRY_SANDBOX_CONTROL_URL: `http://127.0.0.1:${control}` }
  await platform.worker(settings)
})
afterAll(() => platform?.close())

let numbers = 0
const announce = async (given: ExtensionRecordGiven, effectiveFrom = platform.clock.now()) => {
  const record = extensionRecord.parse({ registry: { account: 'sandbox' }, ...given })
  const payload = {
    number: ++numbers,
    suffix: record.suffix,
    effectiveFrom: effectiveFrom.toISOString(),
    record,
    isRetired: false,
  }
  const message = { message: extensionChanged, payload, messageId: randomUUID(), correlationId: randomUUID() }
  await platform.domains.publisher.publish([message])
}
const isFree = async (name: string) => {
  const { rpc, call } = platform.domains
  const { results } = await rpc.call(checkNames, { names: [name] }, call())
  return results[0]!.available
}
const isServed = (name: string) => eventually(() => isFree(name).catch(() => false), `an answer about ${name}`)

it('serves a made-up extension at the sandbox, without a restart', async () => {
  await expect(isFree('first.acme')).rejects.toMatchObject({ refusal: 'extension_invalid' })
  await announce({ suffix: 'acme' })
  await isServed('first.acme')
  const order = await platform.submit('first.acme')
  expect(await platform.ended(order)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
  const { rpc, call } = platform.domains
  const { accounts } = await rpc.call(listRegistryAccounts, {}, call())
  expect(accounts.find(({ account }) => account === 'sandbox')?.extensions).toContain('acme')
})

it('serves an extension of several labels by its own rules: host attributes, no contacts', async () => {
  await announce({
    suffix: 'co.acme',
    hosts: { model: 'attributes' },
    contacts: { model: 'prohibited', roles: [] },
    dnssec: { form: 'key' },
    transfer: { model: 'immediate', waitDays: 0, approvedBy: 'nobody' },
    restore: 'immediate',
  })
  await isServed('first.co.acme')
  const nameservers = [{ name: 'ns1.first.co.acme', ip: '192.0.2.1' }, { name: 'ns2.nameserver.example' }]
  const order = await platform.submit('first.co.acme', { nameservers })
  expect(await platform.ended(order)).toMatchObject({ outcome: 'done' })
})

it('makes the sandbox refuse what the record does not allow', async () => {
  await announce({ suffix: 'short', periods: { max: 2 } })
  await isServed('first.short')
  const order = await platform.submit('first.short', { period: { value: 5, unit: 'y' } })
  expect(await platform.ended(order)).toMatchObject({ outcome: 'refused' })
})

it('names only the contacts that the record has, and makes the sandbox refuse others', async () => {
  const counts = { create: { tech: { min: 1 }, billing: { max: 0 } }, update: { owner: { max: 0 } } }
  await announce({ suffix: 'counted', contacts: { roles: ['admin', 'tech'], counts } })
  await isServed('first.counted')
  expect(await platform.ended(await platform.submit('first.counted'))).toMatchObject({ outcome: 'done' })
  const [create] = await platform.audit({ object: 'first.counted', command: 'domain:create', code: '1000' })
  expect(create!.request.match(/contact type="\w+"/g)).toEqual(['contact type="admin"', 'contact type="tech"'])
  const desired = { registrant: person('Jane Roe'), contacts: { admin: person('Jane Roe') } }
  const change = await order(platform, 'domain.update', 'first.counted', { desired })
  expect(await platform.ended(change)).toMatchObject({ outcome: 'done' })
  const [update] = await platform.audit({ object: 'first.counted', command: 'domain:update', code: '1000' })
  expect(update!.request).toContain('contact type="admin"')
  expect(update!.request).not.toContain('registrant')
})

it('makes the sandbox check name servers as the record says', async () => {
  await announce({ suffix: 'checked', hosts: { model: 'attributes', check: 'answers' } })
  await isServed('first.checked')
  const order = async (name: string, second: string) => {
    const nameservers = [{ name: 'ns1.nameserver.example' }, { name: second }]
    return platform.ended(await platform.submit(name, { nameservers }))
  }
  expect(await order('first.checked', 'lame.nameserver.example')).toMatchObject({ outcome: 'refused' })
  expect(await order('second.checked', 'ns2.nameserver.invalid')).toMatchObject({ outcome: 'refused' })
  expect(await order('third.checked', 'ns2.nameserver.example')).toMatchObject({ outcome: 'done' })
})

describe('a transfer that the losing registrar pushes', () => {
  const transfer = {
    model: 'push' as const,
    tag: 'NAMEYARD',
    waitDays: 0,
    approvedBy: 'nobody' as const,
    isCancelable: false,
    periodYears: 0,
  }
  const desired = { statuses: [], authInfo: 'aB3#aB3#aB3#aB3#' }
  const push = (name: string) => platform.control('POST', `/domains/${name}/transfer`, { registrar: 'nameyard' })
  const isWaiting = (id: string) =>
    eventually(async () => {
      platform.clock.advance(1_000)
      const { rows } = await platform.sql.query('select from operation where id = $1 and pending_at is not null', [id])
      return rows.length > 0
    }, 'the transfer to wait')

  it.each(['poll', 'looks'])('ends when the domain is ours, seen by %s, without a request', async (how) => {
    await announce({ suffix: 'pushed', transfer })
    await isServed('free.pushed')
    const name = `${how}.pushed`
    await platform.control('PUT', `/domains/${name}`, { registrar: 'rival', authInfo: 'never-told-1A#' })
    const id = await order(platform, 'domain.transfer', name, { authInfo: '', desired })
    await isWaiting(id)
    if (how === 'looks') await platform.fault({ registrar: 'nameyard', kind: 'suppress-poll' })
    await push(name)
    expect(await platform.ended(id)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
    expect(await platform.audit({ object: name, command: 'domain:transfer' })).toEqual([])
  })

  it('ends when its order is cancelled, once, and without a request', async () => {
    await announce({ suffix: 'pushed', transfer })
    await isServed('free.pushed')
    const name = 'cancelled.pushed'
    await platform.control('PUT', `/domains/${name}`, { registrar: 'rival', authInfo: 'never-told-1A#' })
    const id = await order(platform, 'domain.transfer', name, { authInfo: '', desired })
    await isWaiting(id)
    const cancel = () => order(platform, 'domain.transfer-cancel', name, {})
    expect(await platform.ended(await cancel())).toMatchObject({ outcome: 'done', registry: { presence: 'foreign' } })
    expect(await platform.ended(id)).toMatchObject({
      outcome: 'failed',
      reason: { text: 'the account has cancelled the order' },
    })
    expect(await platform.ended(await cancel())).toMatchObject({ outcome: 'done' })
    expect(platform.settledOf(id)).toHaveLength(1)
    expect(await platform.audit({ object: name, command: 'domain:transfer' })).toEqual([])
  })

  it('is done when the losing registrar has pushed before its order is cancelled', async () => {
    await announce({ suffix: 'pushed', transfer })
    await isServed('free.pushed')
    const name = 'late.pushed'
    await platform.control('PUT', `/domains/${name}`, { registrar: 'rival', authInfo: 'never-told-1A#' })
    const id = await order(platform, 'domain.transfer', name, { authInfo: '', desired })
    await isWaiting(id)
    await platform.fault({ registrar: 'nameyard', kind: 'suppress-poll' })
    await push(name)
    const cancelled = await platform.ended(await order(platform, 'domain.transfer-cancel', name, {}))
    expect(cancelled).toMatchObject({
      outcome: 'refused',
      reason: { text: 'the losing registrar has pushed the domain already' },
    })
    expect(await platform.ended(id)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
  })

  it('is refused for a name that is free', async () => {
    const id = await order(platform, 'domain.transfer', 'free.pushed', { authInfo: '', desired })
    expect(await platform.ended(id)).toMatchObject({ outcome: 'refused', reason: { refusal: 'domain_free' } })
  })
})

it('applies a change of the rules from its date on', async () => {
  await announce({ suffix: 'dated', periods: { max: 1 } })
  const later = new Date(platform.clock.now().getTime() + 86_400_000)
  await announce({ suffix: 'dated', periods: { max: 3 } }, later)
  await announce({ suffix: 'future' }, later)
  await isServed('first.dated')
  const early = await platform.submit('first.dated', { period: { value: 2, unit: 'y' } })
  expect(await platform.ended(early)).toMatchObject({ outcome: 'refused' })
  await expect(isFree('first.future')).rejects.toMatchObject({ refusal: 'extension_invalid' })
  platform.clock.set(later)
  await isServed('first.future')
  const late = await platform.submit('second.dated', { period: { value: 2, unit: 'y' } })
  expect(await platform.ended(late)).toMatchObject({ outcome: 'done' })
})

it('serves an extension in a replica that starts later, and serves none whose account does not exist', async () => {
  await announce({ suffix: 'elsewhere', registry: { account: 'other' } })
  await platform.worker(settings)
  for (let time = 0; time < 6; time++) expect(await isFree(`replica-${time}.acme`)).toBe(true)
  await expect(isFree('first.elsewhere')).rejects.toMatchObject({ refusal: 'extension_invalid' })
})
