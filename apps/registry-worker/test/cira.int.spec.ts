import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { createContact } from '@nameyard/epp/contact/create'
import { infoDomain } from '@nameyard/epp/domain/info'
import { requestTransfer } from '@nameyard/epp/domain/transfer'
import { Cira } from '../src/dialects/cira/cira'
import { genericTerms } from '../src/registries/rules'
import { DialectPlatform } from './dialect-platform'
import { person } from './platform'
import { type Rival, openRival, plant, someFaults } from './registry-lifecycle'

const rules = {
  contacts: { roles: ['admin' as const, 'tech' as const] },
  transfer: { model: 'immediate' as const, waitDays: 0, lockDays: 0, approvedBy: 'nobody' as const },
}
const registry = { dialect: 'cira', eppExtensions: ['rgp' as const, 'secDNS' as const, 'loginSec' as const] }
const test = new DialectPlatform([
  { suffix: 'ca', registry, ...rules },
  { suffix: 'old.ca', registry: { ...registry, options: { agreement: '1.0' } }, ...rules },
])
const DAY_MS = 86_400_000
const CODE = 'aB3#aB3#aB3#aB3#'
const dialect = new Cira()
const tld = { ...genericTerms, options: {} }
const year = { value: 1, unit: 'y' as const }
const citizen = (name: string, given: Partial<ContactSnapshot> = {}): ContactSnapshot => ({
  ...person(name),
  countryCode: 'CA',
  facts: { language: 'fr', legalForms: { ca: 'CCT' } },
  ...given,
})
const people = (registrant = citizen('Ann Roy')) => ({
  registrant,
  contacts: { admin: registrant, tech: person('Tom Tech') },
})
const privacyOf = async (name: string): Promise<unknown> => {
  const { rows } = await test.platform.sql.query<{ own: Record<string, unknown> }>(
    'select own from sandbox_registry.domain where name = $1',
    [name],
  )
  return rows[0]!.own.privacy
}

describe('the contacts of a domain', () => {
  it('have a language, and the legal type and the accepted agreement where they may be registrants', async () => {
    await test.registered('people.ca', people(citizen('Rita Roy')))
    const created = await test.asked('contact:create')
    const of = (name: string) => created.filter((frame) => frame.includes(name))
    expect(of('Rita Roy')).toEqual([
      expect.stringMatching(/AGREEMENT_VERSION<[^]*default="true"[^]*CPR<[^]*>CCT<[^]*LANGUAGE<[^]*>FR</),
    ])
    expect(of('Tom Tech')[0]).toMatch(/LANGUAGE<[^]*>EN</)
    expect(of('Tom Tech')[0]).not.toMatch(/CPR|AGREEMENT/)
  })

  it('are refused as a registrant without a legal type, and with another agreement than the one in force', async () => {
    const without = await test.platform.ended(await test.platform.submit('without.ca'))
    expect(without).toMatchObject({ outcome: 'failed', reason: { text: expect.stringMatching(/legal_type.*missing/) } })
    const old = await test.platform.ended(await test.platform.submit('first.old.ca', people()))
    expect(old).toMatchObject({
      reason: { text: expect.stringMatching(/AGREEMENT_VERSION has no such value \(8005\)/) },
    })
  })
})

it.each(someFaults())(
  'lives from create to purge: renewed, changed, deleted, restored, deleted again (%s)',
  async (fault) => {
    const { platform } = test
    const name = `life-${fault}.ca`
    await plant(platform, fault, 'domain:create', name)
    const first = await test.registered(name, people())
    await plant(platform, fault, 'domain:renew', name)
    const renewal = { expiresOn: first.expiresAt!.slice(0, 10), period: year }
    const renewed = await test.ended('domain.renew', name, renewal)
    expect(Number(renewed.registry.expiresAt!.slice(0, 4))).toBe(Number(first.expiresAt!.slice(0, 4)) + 1)
    await plant(platform, fault, 'domain:update', name)
    const desired = {
      registrant: citizen('Nora Neuve', { organization: 'Neuve Inc.', facts: { legalForms: { ca: 'CCO' } } }),
      nameservers: [{ name: 'ns1.nameserver.example' }],
      statuses: ['clientTransferProhibited' as const],
    }
    const updated = await test.ended('domain.update', name, { desired })
    expect(updated).toMatchObject({ outcome: 'done', registry: { nameservers: ['ns1.nameserver.example'] } })
    expect(await privacyOf(name)).toBe('PUBLIC')
    platform.clock.advance(10 * DAY_MS)
    await plant(platform, fault, 'domain:delete', name)
    const deleted = await test.ended('domain.delete', name, { freesHosts: false })
    expect(deleted).toMatchObject({ outcome: 'done', registry: { graceStatuses: ['redemptionPeriod'] } })
    await plant(platform, fault, 'domain:update', name)
    expect(await test.restored(name, deleted.settledAt)).toMatchObject({ outcome: 'done' })
    expect((await test.inspected(name)).graceStatuses).not.toContain('redemptionPeriod')
    await test.ended('domain.delete', name, { freesHosts: false })
    platform.clock.advance(34 * DAY_MS)
    expect((await test.inspected(name)).presence).toBe('ours')
    platform.clock.advance(2 * DAY_MS)
    expect((await test.inspected(name)).presence).toBe('missing')
    expect(await test.charged(name)).toEqual(['create', 'renew', 'restore'])
  },
)

it.each([
  ['a person', {}, 'PRIVATE'],
  ['a person who consents', { disclosure: 'show' as const }, 'PUBLIC'],
  ['an organization', { organization: 'Roy Inc.' }, 'PUBLIC'],
  ['an organization with privacy', { organization: 'Roy Inc.', disclosure: 'withhold' as const }, 'PRIVATE'],
])('registers the domain of %s, and makes it private or public', async (who, given, privacy) => {
  const name = `${who.replaceAll(' ', '-')}.ca`
  await test.registered(name, people(citizen('Pia Roy', given)))
  expect(await privacyOf(name)).toBe(privacy)
  const disclosure = privacy === 'PRIVATE' ? 'show' : 'withhold'
  await test.ended('domain.update', name, { desired: { registrant: citizen('Pia Roy', { ...given, disclosure }) } })
  expect(await privacyOf(name)).toBe(privacy === 'PRIVATE' ? 'PUBLIC' : 'PRIVATE')
})

describe('with another registrar', () => {
  let rival: Rival
  beforeAll(async () => {
    rival = await openRival(test.platform, { extURIs: [...dialect.needs, ...dialect.uses] })
  })
  afterAll(() => rival?.close())

  it.each(['none', 'drop-response', 'drop-request', 'wrong-trid'] as const)(
    'loses a name at once, and gets it back with another year (%s)',
    async (fault) => {
      const { platform } = test
      const name = `lost-${fault}.ca`
      const first = await test.registered(name, people())
      await rival.does(requestTransfer({ name, authInfo: { pw: await test.codeOf(name) } }))
      expect(await test.messages(name)).toEqual(['transfer'])
      await rival.does(dialect.update({ name, authInfo: { pw: CODE } }, undefined, tld))
      await plant(platform, fault, 'domain:transfer', name)
      const desired = { ...people(citizen('Tess Tremblay')), nameservers: [{ name: 'ns1.nameserver.example' }] }
      const end = await test.ended('domain.transfer', name, { authInfo: CODE, period: year, desired })
      expect(end).toMatchObject({
        outcome: 'done',
        registry: { presence: 'ours', nameservers: ['ns1.nameserver.example'] },
      })
      // Two transfers have added a year each.
      expect(Number(end.registry.expiresAt!.slice(0, 4))).toBe(Number(first.expiresAt!.slice(0, 4)) + 2)
    },
  )

  it('refuses contacts without a language, registrants without a legal type, and unknown properties', async () => {
    const bare = createContact({
      id: 'NY-PLAIN',
      postalInfo: [{ type: 'loc', name: 'n', street: ['s'], city: 'c', cc: 'CA' }],
      email: 'e@example.com',
      authInfo: { pw: 'aB3$efgh' },
    })
    const typed = dialect.contact({ id: 'NY-RIVAL', snapshot: person('Pia Rival'), role: 'tech' }, tld)
    const swapped = (from: string, to: string) =>
      JSON.parse(JSON.stringify(typed.extension).replace(from, to)) as NonNullable<typeof typed.extension>
    const [ext] = typed.extension!
    await expect(rival.does({ ...bare, extension: [{ ...ext!, children: [] }] })).rejects.toThrow(/2003/)
    await expect(rival.does({ ...typed, extension: swapped('LANGUAGE', 'COLOUR') })).rejects.toThrow(/2306/)
    await expect(rival.does({ ...typed, extension: swapped('"EN"', '"DE"') })).rejects.toThrow(/2005/)
    const { id } = await rival.does(typed)
    const domain = { name: 'rival-own.ca', registrant: id, contacts: [], authInfo: { pw: CODE }, period: year }
    const intent = { registrant: person('Pia Rival') } as Parameters<Cira['create']>[1]
    await expect(rival.does(dialect.create(domain, intent, tld))).rejects.toThrow(/2306/)
  })

  it('does not show the code of a name to others', async () => {
    await test.registered('hidden.ca', people())
    const seen = await rival.does(infoDomain('hidden.ca'))
    expect(seen.authInfo).toBeUndefined()
  })
})

test.itsFramesAreValidBy('cira')
