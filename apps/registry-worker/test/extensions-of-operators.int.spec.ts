import { randomUUID } from 'node:crypto'
import { extensionChanged } from '@nameyard/contracts/domains/extension-changed'
import { extensionRecord, type ExtensionRecordGiven } from '@nameyard/contracts/domains/extension-record'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { listRegistryAccounts } from '@nameyard/contracts/registry/list-accounts'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { startPlatform, type Platform } from './platform'

let platform: Platform
let settings: Record<string, string>
beforeAll(async () => {
  platform = await startPlatform()
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
const isServed = (name: string) => eventually(() => isFree(name).catch(() => false), `an answer about ${name}`, 15_000)

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
