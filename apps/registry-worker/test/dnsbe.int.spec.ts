import { listRegistryCommands } from '@nameyard/contracts/registry/list-commands'
import { createContact } from '@nameyard/epp/contact/create'
import type { ContactIds } from '../src/dialects/contact'
import { requestCode } from '../src/dialects/dnsbe/commands'
import { Dnsbe } from '../src/dialects/dnsbe/dnsbe'
import type { TransferIntent } from '../src/dialects/order-extensions'
import { genericTerms } from '../src/registries/rules'
import { DialectPlatform } from './dialect-platform'
import { person } from './platform'
import { type Rival, openRival, order, plant, someFaults } from './registry-lifecycle'

const test = new DialectPlatform([
  {
    suffix: 'be',
    registry: { dialect: 'dnsbe', eppExtensions: ['secDNS', 'loginSec'] },
    periods: { min: 1, max: 1 },
    contacts: { roles: ['tech', 'billing'], ids: 'registry' },
    hosts: { model: 'attributes' },
    dnssec: { form: 'key', maxRecords: 4 },
    isRenewable: false,
    grace: { addDays: 0, renewDays: 0, transferDays: 0, autoRenewDays: 0 },
    quarantine: { softDays: 0, hardDays: 40 },
    pendingDeleteDays: 0,
    restore: 'immediate',
    transfer: { model: 'immediate', waitDays: 0, periodYears: 0, lockDays: 0, approvedBy: 'nobody' },
  },
])
const DAY_MS = 86_400_000
const dialect = new Dnsbe()
const tld = { ...genericTerms, options: {} }

const ended = async (operation: Promise<string>) => test.platform.ended(await operation)
const remove = (name: string) => ended(order(test.platform, 'domain.delete', name, { freesHosts: false }))

/** Has the registry mail a code, and returns it: the mail is not part of the registry. */
async function mailedCode(name: string): Promise<string> {
  const update = { desired: { authInfo: 'Our-0wn-Code-123' } }
  expect(await ended(order(test.platform, 'domain.update', name, update))).toMatchObject({ outcome: 'done' })
  return test.codeOf(name)
}

describe('the contacts of a domain', () => {
  it('are one for each role, with type, language and VAT number, and identifiers of the registry', async () => {
    const registrant = { ...person('Vera Wet'), organization: 'Wet BV', facts: { language: 'nl', vat: 'BE1' } }
    await test.registered('typed.be', {
      registrant,
      contacts: { admin: registrant, tech: registrant, billing: registrant },
    })
    const created = (await test.asked('contact:create')).filter((frame) => frame.includes('Vera Wet'))
    expect(created.map((frame) => /dnsbe:type>(\w+)</.exec(frame)![1]).sort()).toEqual(['billing', 'licensee', 'tech'])
    for (const frame of created) expect(frame).toMatch(/vat>BE1<[^]*lang>nl</)
    const [create] = await test.asked('domain:create', 'typed.be')
    expect(create).toMatch(/registrant>c\d+<[^]*type="billing">c\d+<[^]*type="tech">c\d+</)
    expect(create).not.toMatch(/type="admin"/)
  })

  it('are created again after a lost answer, and the domain is registered once', async () => {
    await test.platform.fault({ command: 'contact:create', kind: 'drop-response' })
    await test.registered('lost-contact.be', { registrant: person('Lisa Lost') })
    expect(await test.platform.creates('lost-contact.be')).toBe(1)
  })
})

it.each(someFaults())('creates a domain once (%s)', async (fault) => {
  const name = `create-${fault}.be`
  await plant(test.platform, fault, 'domain:create', name)
  await test.registered(name)
  expect(await test.charged(name)).toEqual(['create'])
})

it('lives from create to purge: renewed by the registry, deleted, undeleted, deleted again', async () => {
  const { platform } = test
  const name = 'life.be'
  const created = await test.registered(name)
  platform.clock.advance(366 * DAY_MS)
  const renewed = await test.inspected(name)
  expect(Number(renewed.expiresAt!.slice(0, 4))).toBe(Number(created.expiresAt!.slice(0, 4)) + 1)
  const deleted = await remove(name)
  expect(deleted).toMatchObject({
    outcome: 'done',
    registry: { statuses: expect.arrayContaining(['pendingDelete']), graceStatuses: ['redemptionPeriod'] },
  })
  const restore = { deletedAt: deleted.settledAt, reason: 'Registrant error' }
  expect(await ended(order(platform, 'domain.restore', name, restore))).toMatchObject({
    outcome: 'done',
    registry: { graceStatuses: [] },
  })
  await remove(name)
  platform.clock.advance(39 * DAY_MS)
  expect(await test.inspected(name)).toMatchObject({ presence: 'ours' })
  platform.clock.advance(2 * DAY_MS)
  expect(await test.inspected(name)).toMatchObject({ presence: 'missing' })
  expect(await test.charged(name)).toEqual(['create', 'auto-renew', 'restore'])
})

it.each(someFaults())('undeletes a domain once (%s)', async (fault) => {
  const { platform } = test
  const name = `back-${fault}.be`
  await test.registered(name)
  const deleted = await remove(name)
  await plant(platform, fault, 'domain:undelete', name)
  const restore = { deletedAt: deleted.settledAt, reason: 'Registrant error' }
  expect(await ended(order(platform, 'domain.restore', name, restore))).toMatchObject({ outcome: 'done' })
  expect(await test.charged(name)).toEqual(['create', 'restore'])
})

it('carries out a planned deletion on its day', async () => {
  const { platform } = test
  const { expiresAt } = await test.registered('planned.be')
  const date = new Date(Date.parse(expiresAt!) - 10 * DAY_MS).toISOString().slice(0, 10)
  await plant(platform, 'drop-response', 'domain:delete', 'planned.be')
  const plan = order(platform, 'domain.verb', 'planned.be', { verb: 'schedule-delete', data: { date } })
  expect(await ended(plan)).toMatchObject({ outcome: 'done', registry: { graceStatuses: [] } })
  platform.clock.advance(360 * DAY_MS)
  expect(await test.inspected('planned.be')).toMatchObject({ graceStatuses: ['redemptionPeriod'] })
})

it('lists its own commands, each with the schema of its data', async () => {
  const { rpc, call } = test.platform.domains
  expect(await rpc.call(listRegistryCommands, { extension: 'be' }, call())).toEqual({
    account: expect.any(String),
    commands: [{ command: 'schedule-delete', data: expect.objectContaining({ type: 'object', required: ['date'] }) }],
  })
  await expect(rpc.call(listRegistryCommands, { extension: 'nowhere' }, call())).rejects.toMatchObject({
    refusal: 'tld_not_found',
  })
})

it('refuses another registrant by an update', async () => {
  await test.registered('holder.be')
  const update = { desired: { registrant: person('Hank Heir') } }
  expect(await ended(order(test.platform, 'domain.update', 'holder.be', update))).toMatchObject({
    outcome: 'refused',
    reason: { text: expect.stringMatching(/trade/) },
  })
})

it.each(someFaults())('trades a domain once, with the code that the registry mailed (%s)', async (fault) => {
  const { platform } = test
  const name = `trade-${fault}.be`
  await test.registered(name)
  const authInfo = await mailedCode(name)
  await plant(platform, fault, 'domain:trade', name)
  const heir = person(`Heir ${fault}`)
  const desired = { registrant: heir, contacts: { tech: heir, billing: heir } }
  expect(await ended(order(platform, 'domain.trade', name, { desired, authInfo }))).toMatchObject({ outcome: 'done' })
  expect(await test.charged(name)).toEqual(['create', 'transfer'])
  const [trade] = await test.asked('domain:trade', name)
  expect(trade).toMatch(/<trade op="request">[^]*registrant>c\d+<[^]*billing>c\d+<[^]*tech>c\d+</)
})

it('refuses a trade with a wrong code', async () => {
  await test.registered('wrong.be')
  const heir = person('Wrong Heir')
  const desired = { registrant: heir, contacts: { tech: heir, billing: heir } }
  const trade = order(test.platform, 'domain.trade', 'wrong.be', { desired, authInfo: 'wrong' })
  expect(await ended(trade)).toMatchObject({ outcome: 'refused', reason: { code: 2202 } })
})

describe('with another registrar', () => {
  let rival: Rival
  beforeAll(async () => {
    rival = await openRival(test.platform, { extURIs: dialect.needs })
  })
  afterAll(() => rival?.close())

  const contactsOfRival = async (): Promise<ContactIds> => {
    const snapshot = { ...person('Rita Rival'), organization: 'Rival' }
    const idOf = async (role: 'registrant' | 'billing' | 'tech') =>
      (await rival.does(dialect.contact({ id: `NY-${role}`, snapshot, role }, tld))).id
    return { registrant: await idOf('registrant'), billing: await idOf('billing'), tech: await idOf('tech') }
  }

  it.each(['none', 'drop-response', 'drop-request', 'wrong-trid'] as const)(
    'transfers a name in at once, with its contacts and nameservers (%s)',
    async (fault) => {
      const { platform } = test
      const name = `lost-${fault}.be`
      await test.registered(name)
      const intent = { desired: {} } as TransferIntent
      const contacts = await contactsOfRival()
      await rival.does(dialect.transfer({ name, authInfo: { pw: await mailedCode(name) } }, { intent, contacts }))
      expect(await test.inspected(name)).toMatchObject({ presence: 'foreign' })
      await rival.does(requestCode(name))
      await plant(platform, fault, 'domain:transfer', name)
      const tess = person('Tess Transfer')
      const desired = {
        registrant: tess,
        contacts: { tech: tess, billing: tess },
        nameservers: [{ name: 'ns1.nameserver.example' }],
      }
      const authInfo = await test.codeOf(name)
      const end = await ended(order(platform, 'domain.transfer', name, { authInfo, desired }))
      expect(end).toMatchObject({
        outcome: 'done',
        registry: { presence: 'ours', nameservers: ['ns1.nameserver.example'] },
      })
      expect(await test.asked('domain:update', name)).toEqual([])
      expect(await test.charged(name)).toEqual(['create', 'transfer'])
    },
  )

  it('refuses contacts without a type', async () => {
    const bare = createContact({
      id: 'NY-PLAIN',
      postalInfo: [{ type: 'loc', name: 'n', street: ['s'], city: 'c', cc: 'BE' }],
      email: 'e@example.com',
      authInfo: { pw: 'aB3$efgh' },
    })
    const typed = dialect.contact({ id: 'NY-1', snapshot: person('Pia'), role: 'tech' }, tld)
    const [ext] = typed.extension!
    await expect(rival.does({ ...bare, extension: [{ ...ext!, children: [] }] })).rejects.toThrow(/2003/)
  })
})

/** The schemas of the registry's extensions are not public. */
function partOfRfcs(frame: string): string | undefined {
  if (/requestAuthCode>|<(trade|undelete)/.test(frame)) return undefined
  const rest = frame.replace(/<dnsbe:(ext|pollRes) [^]*?<\/dnsbe:\1>/g, '').replace(/<extURI>http:[^<]*<\/extURI>/g, '')
  return rest.replace(/<(extension|resData)>\s*<\/\1>/g, '')
}

test.itsFramesAreValidBy('common', partOfRfcs)
