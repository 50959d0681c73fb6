import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extensionRecord } from '@nameyard/contracts/domains/extension-record'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { createContact } from '@nameyard/epp/contact/create'
import { approveTransfer } from '@nameyard/epp/domain/transfer'
import type { ContactIds } from '../src/dialects/contact'
import { Nicit } from '../src/dialects/nicit/nicit'
import type { TransferIntent } from '../src/dialects/order-extensions'
import { sandboxRulesOf } from '../src/extensions/sandbox-rules'
import { genericTerms } from '../src/registries/rules'
import { DialectPlatform, withoutNamespaces } from './dialect-platform'
import { person, type Platform } from './platform'
import { type Rival, openRival, order, plant, someFaults } from './registry-lifecycle'

const eppExtensions = ['rgp' as const, 'secDNS' as const, 'loginSec' as const]
const record = {
  suffix: 'it',
  registry: { dialect: 'nicit', eppExtensions },
  periods: { min: 1, max: 1 },
  contacts: { roles: ['admin' as const, 'tech' as const] },
  hosts: { model: 'attributes' as const },
  dnssec: { maxRecords: 4 },
  isRenewable: false,
  grace: { addDays: 0, renewDays: 0, transferDays: 0, autoRenewDays: 0 },
  quarantine: { softDays: 0, hardDays: 30 },
  pendingDeleteDays: 5,
  restore: 'immediate' as const,
  transfer: { waitDays: 1, periodYears: 0 as const, lockDays: 0 },
}
const rules = { hosts: 'attributes', restore: 'immediate', isRenewable: false, eppExtensions }

const folder = mkdtempSync(join(tmpdir(), 'nameyard-https-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** An account that speaks over HTTPS serves another extension, under the same rules. */
function overHttps({ httpsPort, certificate, password }: Platform): Record<string, string> {
  writeFileSync(join(folder, 'password'), password)
  const account = {
    ...{ account: 'italy', dialect: 'nicit', host: '127.0.0.1', port: httpsPort, httpPath: '/epp?x=1' },
    ...{ servername: 'localhost', caFile: certificate, clientId: 'nameyard', passwordFile: 'password' },
    ...{ maxSessions: 2, idleSeconds: 300, pollSeconds: null },
    tlds: { 'edu.it': rules },
  }
  const file = join(folder, 'accounts.json')
  writeFileSync(file, JSON.stringify({ accounts: [account] }))
  return { REGISTRY_ACCOUNTS_FILE: file }
}
const test = new DialectPlatform([record], '', overHttps, { SANDBOX_HTTPS_PORT: '0' })
beforeAll(() => test.platform.serve('edu.it', sandboxRulesOf(extensionRecord.parse({ ...record, suffix: 'edu.it' }))))

const DAY_MS = 86_400_000
const CODE = 'aB3#aB3#aB3#aB3#'
const dialect = new Nicit()
const tld = { ...genericTerms, options: {} }
const italian = (name: string, given: Partial<ContactSnapshot> = {}): ContactSnapshot => ({
  ...person(name),
  countryCode: 'IT',
  facts: { personalNumber: 'RSSMRA80A01H501U', vat: '12345678901' },
  ...given,
})
const people = (registrant = italian('Mario Rossi')) => ({
  registrant,
  contacts: { admin: registrant, tech: person('Tina Tech') },
})
const registrantOf = async (name: string) => {
  const { rows } = await test.platform.sql.query<{ name: string }>(
    `select c.postal_info -> 0 ->> 'name' as name from sandbox_registry.domain d
     join sandbox_registry.contact c on c.id = d.registrant where d.name = $1`,
    [name],
  )
  return rows[0]!.name
}

describe('the contacts of a domain', () => {
  it('have what the registry asks of registrants where they have a code', async () => {
    await test.registered('people.it', people(italian('Rita Rossi', { organization: 'Rossi Srl' })))
    const created = await test.asked('contact:create')
    const of = (name: string) => created.find((frame) => frame.includes(name))
    expect(of('Rita Rossi')).toMatch(/nationalityCode>IT<[^]*entityType>2<[^]*regCode>12345678901</)
    expect(of('Tina Tech')).toMatch(/consentForPublishing>false</)
    expect(of('Tina Tech')).not.toMatch(/regCode/)
  })

  it('are refused as a registrant without a code, and with the number of the registry otherwise', async () => {
    const without = await test.platform.ended(await test.platform.submit('without.it'))
    expect(without).toMatchObject({ outcome: 'failed', reason: { text: expect.stringMatching(/personalNumber/) } })
    const wrong = await test.platform.ended(
      await test.platform.submit('wrong.it', people(italian('Wil Wrong', { citizenship: 'x1' }))),
    )
    expect(wrong).toMatchObject({ reason: { text: expect.stringMatching(/no nationality \(8005\)/) } })
  })
})

describe.each([
  ['TLS', 'it'],
  ['HTTPS', 'edu.it'],
])('over %s, a domain', (_transport, suffix) => {
  it.each(someFaults())(
    'lives from create to purge: changed, renewed by the registry, deleted, restored (%s)',
    async (fault) => {
      const { platform } = test
      const name = `life-${fault}.${suffix}`
      await plant(platform, fault, 'domain:create', name)
      const first = await test.registered(name, people())
      await plant(platform, fault, 'domain:update', name)
      const desired = { registrant: italian('Nora Nuova'), nameservers: [{ name: 'ns9.nameserver.example' }] }
      const updated = await test.ended('domain.update', name, { desired })
      expect(updated).toMatchObject({ outcome: 'done', registry: { nameservers: ['ns9.nameserver.example'] } })
      expect(await test.asked('domain:update', name)).toHaveLength(1)
      platform.clock.advance(366 * DAY_MS)
      const renewed = await test.inspected(name)
      expect(renewed.nameservers).toEqual(['ns9.nameserver.example'])
      expect(Number(renewed.expiresAt!.slice(0, 4))).toBe(Number(first.expiresAt!.slice(0, 4)) + 1)
      await plant(platform, fault, 'domain:delete', name)
      const deleted = await test.ended('domain.delete', name, { freesHosts: false })
      expect(deleted).toMatchObject({ outcome: 'done', registry: { graceStatuses: ['redemptionPeriod'] } })
      await plant(platform, fault, 'domain:update', name)
      expect(await test.restored(name, deleted.settledAt)).toMatchObject({
        outcome: 'done',
        registry: { graceStatuses: [] },
      })
      await test.ended('domain.delete', name, { freesHosts: false })
      platform.clock.advance(34 * DAY_MS)
      expect((await test.inspected(name)).presence).toBe('ours')
      platform.clock.advance(2 * DAY_MS)
      expect((await test.inspected(name)).presence).toBe('missing')
      expect(await test.charged(name)).toEqual(['create', 'auto-renew', 'restore'])
    },
  )
})

it('learns of nameservers that do not answer', async () => {
  await test.registered('lame.it', people())
  const desired = { nameservers: [{ name: 'lame1.nameserver.example' }] }
  await test.ended('domain.update', 'lame.it', { desired })
  expect(await test.messages('lame.it')).toEqual(['event'])
})

describe('with another registrar', () => {
  let rival: Rival
  beforeAll(async () => {
    rival = await openRival(test.platform, { extURIs: dialect.needs })
  })
  afterAll(() => rival?.close())
  const gained = italian('Gina Gain')
  const desired = {
    registrant: gained,
    contacts: { admin: gained, tech: gained },
    nameservers: [{ name: 'ns7.nameserver.example' }],
    authInfo: 'zZ9#zZ9#zZ9#zZ9#',
  }
  const contactsOfRival = async (id: string): Promise<ContactIds> => {
    const order = { id, snapshot: italian('Rita Rival'), role: 'registrant' as const }
    return { registrant: (await rival.does(dialect.contact(order, tld))).id }
  }
  const request = (name: string, contacts: ContactIds) =>
    dialect.transfer(
      { name, authInfo: { pw: CODE } },
      { intent: { desired: { authInfo: CODE } } as TransferIntent, contacts },
      tld,
    )

  it.each(['none', 'drop-response', 'drop-request', 'wrong-trid'] as const)(
    'loses a name, and gets it back together with another registrant and code (%s)',
    async (fault) => {
      const { platform } = test
      const name = `back-${fault}.it`
      await test.registered(name, { ...people(), authInfo: CODE })
      await rival.does(request(name, await contactsOfRival(`RIVAL-${fault}`.slice(0, 16))))
      expect(await test.messages(name, 2)).toEqual(expect.arrayContaining(['event', 'transfer']))
      await test.ended('domain.transfer-approve', name, {})
      expect(await test.inspected(name)).toMatchObject({ presence: 'foreign' })
      expect(await registrantOf(name)).toBe('Rita Rival')
      await plant(platform, fault, 'domain:transfer', name)
      const transfer = await order(platform, 'domain.transfer', name, { authInfo: CODE, desired })
      await test.isPending(name)
      await rival.does(approveTransfer(name))
      expect(await platform.ended(transfer)).toMatchObject({
        outcome: 'done',
        registry: { presence: 'ours', nameservers: ['ns7.nameserver.example'] },
      })
      expect(await registrantOf(name)).toBe('Gina Gain')
      expect(await test.codeOf(name)).toBe(desired.authInfo)
      expect((await test.asked('domain:update', name)).join()).not.toMatch(/registrant|authInfo/)
      expect(await test.charged(name)).toEqual(['create', 'transfer'])
    },
  )

  it('approves a transfer after a day, when nobody answers', async () => {
    const { platform } = test
    await test.registered('slow.it', { ...people(), authInfo: CODE })
    await rival.does(request('slow.it', {}))
    platform.clock.advance(0.9 * DAY_MS)
    expect((await test.inspected('slow.it')).presence).toBe('ours')
    platform.clock.advance(0.2 * DAY_MS)
    expect((await test.inspected('slow.it')).presence).toBe('foreign')
  })

  it('refuses contacts without a consent, and registrants without a code', async () => {
    const bare = createContact({
      id: 'NY-PLAIN',
      postalInfo: [{ type: 'loc', name: 'n', street: ['s'], city: 'c', cc: 'IT' }],
      email: 'e@example.com',
      authInfo: { pw: 'aB3$efgh' },
    })
    const tech = dialect.contact({ id: 'NY-TECH', snapshot: person('Pia'), role: 'tech' }, tld)
    const [ext] = tech.extension!
    await expect(rival.does({ ...bare, extension: [{ ...ext!, children: [] }] })).rejects.toThrow(/2003/)
    const { id } = await rival.does(tech)
    await test.registered('no-code.it', { ...people(), authInfo: CODE })
    await expect(rival.does(request('no-code.it', { registrant: id }))).rejects.toThrow(/2303/)
  })
})

test.itsFramesAreValidBy('common', withoutNamespaces(...dialect.needs, ...dialect.uses))
