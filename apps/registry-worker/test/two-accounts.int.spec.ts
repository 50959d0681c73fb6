import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { extensionChanged } from '@nameyard/contracts/domains/extension-changed'
import { extensionRecord, type ExtensionRecordGiven } from '@nameyard/contracts/domains/extension-record'
import { readDomains } from '@nameyard/contracts/registry/read-domains'
import { createDomain } from '@nameyard/epp/domain/create'
import { approveTransfer } from '@nameyard/epp/domain/transfer'
import { eventually } from '@nameyard/testing/eventually'
import { PATIENT_MS, person, startPlatform, type Platform } from './platform'
import { openRival, order } from './registry-lifecycle'

let platform: Platform
let settings: Record<string, string>
let worker: Awaited<ReturnType<Platform['worker']>>
let changes = 0

beforeAll(async () => {
  platform = await startPlatform([], PATIENT_MS)
  await platform.openRegistry()
  const folder = dirname(platform.certificate)
  const account = (name: string, clientId: string, more: object = {}) => {
    writeFileSync(join(folder, name), clientId === 'nameyard' ? platform.password : 'rival-pw')
    return {
      account: name,
      host: '127.0.0.1',
      port: platform.eppPort,
      servername: 'localhost',
      caFile: platform.certificate,
      clientId,
      passwordFile: name,
      maxSessions: 2,
      idleSeconds: 300,
      pollSeconds: null,
      ...more,
    }
  }
  const accounts = [account('earlier', 'nameyard', { tlds: { thin: rules } }), account('later', 'rival')]
  const file = join(folder, 'accounts.json')
  writeFileSync(file, JSON.stringify({ accounts }))
  settings = { REGISTRY_ACCOUNTS_FILE: file }
  worker = await platform.worker(settings)
})
afterAll(() => platform?.close())

const eppExtensions = ['rgp' as const, 'secDNS' as const]
const rules = { contacts: 'prohibited', restore: 'immediate', eppExtensions } as const
const year = { value: 1, unit: 'y' as const }

/** Sets the account of new names below .thin, and waits until orders go there. */
async function moveTo(account: string): Promise<void> {
  const given: ExtensionRecordGiven = {
    suffix: 'thin',
    registry: { account, eppExtensions },
    contacts: { model: 'prohibited', roles: [] },
    restore: 'immediate',
  }
  const record = extensionRecord.parse(given)
  const effectiveFrom = platform.clock.now().toISOString()
  const payload = { number: ++changes, suffix: 'thin', effectiveFrom, record, isRetired: false }
  const message = { message: extensionChanged, payload, messageId: randomUUID(), correlationId: randomUUID() }
  await platform.domains.publisher.publish([message])
  const isRead = async () => {
    const { rows } = await platform.sql.query('select from extension where number = $1', [changes])
    return rows.length > 0
  }
  await eventually(isRead, `the move to ${account}`)
  // The record is served as soon as its message is consumed.
  await new Promise((resolve) => setTimeout(resolve, 500))
}
const ended = async (operation: Promise<string>) => platform.ended(await operation)
async function registered(name: string): Promise<string> {
  expect(await ended(platform.submit(name))).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
  const { rows } = await platform.sql.query('select sponsor from sandbox_registry.domain where name = $1', [name])
  return rows[0].sponsor
}
/** Changes a domain. Returns the account that did. */
async function changed(name: string): Promise<string> {
  const nameservers = [{ name: 'ns1.nameserver.example' }, { name: `ns${randomUUID().slice(0, 8)}.nameserver.example` }]
  const operationId = await order(platform, 'domain.update', name, { desired: { nameservers } })
  expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
  const { rows } = await platform.sql.query('select account from operation where id = $1', [operationId])
  return rows[0].account
}
const rowsOf = async (name: string) =>
  (await platform.sql.query('select account from sponsored_domain where name = $1', [name])).rows

it('sends new names to the account that the record names, and changes to the account that sponsors the name', async () => {
  expect(await registered('first.thin')).toBe('nameyard')
  expect(await rowsOf('first.thin')).toEqual([])
  await moveTo('later')
  expect(await registered('second.thin')).toBe('rival')
  expect(await changed('first.thin')).toBe('earlier')
  expect(await changed('second.thin')).toBe('later')
  const { expiresAt } = (await ended(order(platform, 'domain.inspect', 'first.thin', {}))).registry
  const renewal = { expiresOn: expiresAt!.slice(0, 10), period: year }
  expect(await ended(order(platform, 'domain.renew', 'first.thin', renewal))).toMatchObject({ outcome: 'done' })
})

it('sends the transfer of a name to us to the account that the record names, and what follows too', async () => {
  const code = 'aB3#aB3#aB3#aB3#'
  const mover = await openRival(platform, { clientId: 'nameyard', password: platform.password })
  await mover.does(createDomain({ name: 'bought.thin', period: year, authInfo: { pw: code } }))
  const transfer = await order(platform, 'domain.transfer', 'bought.thin', { authInfo: code, desired: {} })
  await eventually(async () => (await platform.operation(transfer))?.state === 'waiting', 'the pending transfer')
  await mover.does(approveTransfer('bought.thin'))
  await mover.close()
  platform.clock.advance(2 * 3_600_000)
  expect(await platform.ended(transfer)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
  expect(await changed('bought.thin')).toBe('later')
})

it('lets a change that arrives before its order follow it to the account', async () => {
  const [create, update] = [randomUUID(), randomUUID()]
  const nameservers = [{ name: 'ns1.nameserver.example' }, { name: 'ns3.nameserver.example' }]
  await order(
    platform,
    'domain.update',
    'hasty.thin',
    { desired: { nameservers } },
    { operationId: update, after: create },
  )
  await eventually(async () => (await platform.operation(update)) !== undefined, 'the change')
  const intent = {
    period: year,
    registrant: person('John Doe'),
    contacts: { admin: person('John Doe'), billing: person('John Doe'), tech: person('John Doe') },
    nameservers: nameservers.slice(0, 1),
    authInfo: 'aB3#aB3#aB3#aB3#',
  }
  await order(platform, 'domain.create', 'hasty.thin', intent, { operationId: create })
  expect(await platform.ended(create)).toMatchObject({ outcome: 'done' })
  expect(await platform.ended(update)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
})

it('knows after a restart where each name is', async () => {
  await worker.close()
  worker = await platform.worker(settings)
  expect(await changed('first.thin')).toBe('earlier')
  expect(await changed('second.thin')).toBe('later')
})

it('finds out where a name is by reading it at its registry', async () => {
  const rival = await openRival(platform)
  await rival.does(createDomain({ name: 'adopted.thin', period: year, authInfo: { pw: 'aB3#aB3#aB3#aB3#' } }))
  await rival.close()
  const { rpc, call } = platform.domains
  const at = async (account: string, name: string) => {
    const { domains } = await rpc.call(readDomains, { account, names: [name] }, call())
    return domains[0]!.presence
  }
  expect(await at('earlier', 'first.thin')).toBe('ours')
  expect(await at('later', 'first.thin')).toBe('elsewhere')
  expect(await at('later', 'adopted.thin')).toBe('ours')
  expect(await at('sandbox', 'adopted.thin')).toBe('elsewhere')
  expect(await changed('adopted.thin')).toBe('later')
})

it('moves back, and a name that is registered again is at its new account', async () => {
  await moveTo('earlier')
  expect(await registered('third.thin')).toBe('nameyard')
  expect(await changed('second.thin')).toBe('later')
  expect(await ended(order(platform, 'domain.delete', 'second.thin', { freesHosts: true }))).toMatchObject({
    outcome: 'done',
  })
  expect(await registered('second.thin')).toBe('nameyard')
  expect(await rowsOf('second.thin')).toEqual([])
  expect(await changed('second.thin')).toBe('earlier')
})
