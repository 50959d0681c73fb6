import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { createContact } from '@nameyard/epp/contact/create'
import { approveTransfer, rejectTransfer } from '@nameyard/epp/domain/transfer'
import { Afnic } from '../src/dialects/afnic/afnic'
import type { ContactIds } from '../src/dialects/contact'
import type { TransferIntent } from '../src/dialects/order-extensions'
import { genericTerms } from '../src/registries/rules'
import { DialectPlatform } from './dialect-platform'
import { person } from './platform'
import { type Rival, openRival, order, plant, someFaults } from './registry-lifecycle'

const test = new DialectPlatform([
  {
    suffix: 'fr',
    registry: { dialect: 'afnic', eppExtensions: ['rgp', 'secDNS', 'loginSec'] },
    contacts: { roles: ['admin', 'tech'], ids: 'registry' },
    dnssec: { maxRecords: 4 },
    grace: { addDays: 0, renewDays: 0, transferDays: 0, autoRenewDays: 0 },
    quarantine: { softDays: 0, hardDays: 30 },
    pendingDeleteDays: 0,
    restore: 'immediate',
    isTraded: true,
    transfer: { waitDays: 8, periodYears: 0, lockDays: 0 },
    authCode: { isNeededForTrade: true },
  },
])
const DAY_MS = 86_400_000
const CODE = 'aB3#aB3#aB3#aB3#'
const dialect = new Afnic()
const tld = { ...genericTerms, options: {} }
const key = {
  flags: 257,
  protocol: 3,
  alg: 13,
  pubKey: 'mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==',
}

const created = async (name: string) => (await test.asked('contact:create')).filter((frame) => frame.includes(name))

describe('the contacts of a domain', () => {
  it.each<[string, Partial<ContactSnapshot>, RegExp]>([
    ['a person', { facts: { firstName: 'Jean Luc' } }, /name>Petit<[^]*firstName>Jean Luc</],
    [
      'a person with a day of birth',
      { facts: { birth: { date: '1980-01-31', city: 'Lyon', postalCode: '69000', country: 'FR' } } },
      /birthDate>1980-01-31<[^]*birthCity>Lyon<[^]*birthPc>69000<[^]*birthCc>FR<[^]*firstName>Jean</,
    ],
    [
      'a French company',
      { organization: 'Petit SARL', countryCode: 'FR', facts: { registrationNumber: '123 456 789 00012', vat: 'FR1' } },
      /legalStatus s="company"[^]*siren>123456789<[^]*VAT>FR1</,
    ],
    [
      'an association',
      { organization: 'Les Petits', countryCode: 'FR', facts: { registrationNumber: 'W123456789' } },
      /legalStatus s="association"[^]*waldec>W123456789</,
    ],
    [
      'a foreign body',
      { organization: 'Klein', facts: { registrationNumber: 'HRB 12', legalForms: { fr: 'other' } } },
      /legalStatus s="other"[^]*local>HRB 12</,
    ],
  ])('have the identity of %s', async (who, given, identity) => {
    const name = who.replaceAll(' ', '-').toLowerCase()
    const registrant = { ...person('Jean Luc Petit'), email: `${name}@example.com`, ...given }
    await test.registered(`${name}.fr`, { registrant })
    const [frame] = await created(`${name}@example.com`)
    expect(frame).toMatch(identity)
    expect(frame).toMatch(/postalInfo type="loc"/)
    const [create] = await test.asked('domain:create', `${name}.fr`)
    expect(create).toMatch(/registrant>\w+-FRNIC<[^]*"admin">\w+-FRNIC<[^]*"tech">\w+-FRNIC</)
    expect(create).not.toMatch(/billing/)
  })

  it('are the ones that the registry has already, after a lost answer', async () => {
    const { platform } = test
    await platform.fault({ command: 'contact:create', kind: 'drop-response' })
    await test.registered('lost-contact.fr', { registrant: person('Lisa Lost') })
    expect(await created('Lisa<')).toHaveLength(2)
    const { rows } = await platform.sql.query("select from sandbox_registry.contact where postal_info::text ~ 'Lost'")
    expect(rows).toHaveLength(1)
    expect(await test.charged('lost-contact.fr')).toEqual(['create'])
  })

  it('are not deleted when they are replaced: the registry does that', async () => {
    await test.registered('replaced.fr', { contacts: { admin: person('Ada Admin'), tech: person('Ted Tech') } })
    const desired = { contacts: { admin: person('Ann Admin'), tech: person('Tim Tech') } }
    expect(await test.ended('domain.update', 'replaced.fr', { desired })).toMatchObject({ outcome: 'done' })
    expect(await test.platform.audit({ command: 'contact:delete' })).toEqual([])
  })

  it('are checked by the registry, which tells the registrar once about each holder', async () => {
    const registrant = person('Quentin Quali')
    await test.registered('quali-1.fr', { registrant })
    await test.registered('quali-2.fr', { registrant })
    const { rows } = await test.platform.sql.query<{ id: string }>(
      "select id from sandbox_registry.contact where postal_info::text ~ 'Quali'",
    )
    expect(await test.messages(rows[0]!.id)).toEqual(['event'])
  })
})

it.each(someFaults())('lives from create to purge, deleted and restored on request (%s)', async (fault) => {
  const { platform } = test
  const name = `life-${fault}.fr`
  await plant(platform, fault, 'domain:create', name)
  const first = await test.registered(name)
  await plant(platform, fault, 'domain:renew', name)
  const renewal = { expiresOn: first.expiresAt!.slice(0, 10), period: { value: 1, unit: 'y' as const } }
  const renewed = await test.ended('domain.renew', name, renewal)
  expect(Number(renewed.registry.expiresAt!.slice(0, 4))).toBe(Number(first.expiresAt!.slice(0, 4)) + 1)
  await plant(platform, fault, 'domain:update', name)
  const desired = { nameservers: [{ name: 'ns1.nameserver.example' }], zoneKeys: [key], authInfo: 'zZ9#zZ9#zZ9#zZ9#' }
  const updated = await test.ended('domain.update', name, { desired })
  expect(updated).toMatchObject({ outcome: 'done', registry: { nameservers: ['ns1.nameserver.example'] } })
  await plant(platform, fault, 'domain:delete', name)
  const deleted = await test.ended('domain.delete', name, { freesHosts: false })
  expect(deleted.registry.graceStatuses).toEqual(['redemptionPeriod'])
  expect(deleted.registry.statuses).toEqual(expect.arrayContaining(['pendingDelete', 'serverTradeProhibited']))
  await plant(platform, fault, 'domain:update', name)
  expect(await test.restored(name, deleted.settledAt)).toMatchObject({
    outcome: 'done',
    registry: { graceStatuses: [], statuses: ['ok'] },
  })
  await test.ended('domain.delete', name, { freesHosts: false })
  platform.clock.advance(29 * DAY_MS)
  expect((await test.inspected(name)).presence).toBe('ours')
  platform.clock.advance(2 * DAY_MS)
  expect((await test.inspected(name)).presence).toBe('missing')
  expect(await test.charged(name)).toEqual(['create', 'renew', 'restore'])
})

describe('a trade', () => {
  const heir = person('Henri Heir')
  const desired = { registrant: heir, contacts: { admin: heir, tech: heir } }

  it('is refused as an update', async () => {
    await test.registered('update.fr')
    expect(await test.ended('domain.update', 'update.fr', { desired })).toMatchObject({
      outcome: 'refused',
      reason: { text: expect.stringMatching(/trade/) },
    })
  })

  it.each(someFaults())('is asked for once and done when both holders have confirmed it (%s)', async (fault) => {
    const { platform } = test
    const name = `trade-${fault}.fr`
    await test.registered(name)
    await plant(platform, fault, 'domain:trade', name)
    const trade = await order(platform, 'domain.trade', name, { desired, authInfo: CODE })
    await test.isAsked('domain:trade', name)
    await platform.decide(name, true)
    expect(await platform.ended(trade)).toMatchObject({ outcome: 'done' })
    expect(await test.asked('domain:trade', name)).toHaveLength(1)
    const { rows } = await platform.sql.query<{ registrant: string }>(
      'select registrant from sandbox_registry.domain where name = $1',
      [name],
    )
    expect(rows[0]!.registrant).toMatch(/^HE/)
  })

  it('is refused when a holder does not confirm it', async () => {
    const { platform } = test
    await test.registered('denied.fr')
    const trade = await order(platform, 'domain.trade', 'denied.fr', { desired, authInfo: CODE })
    await test.isAsked('domain:trade', 'denied.fr')
    await platform.decide('denied.fr', false)
    expect(await platform.ended(trade)).toMatchObject({ outcome: 'refused' })
  })

  it('is refused with a wrong code', async () => {
    await test.registered('wrong.fr')
    const end = await test.ended('domain.trade', 'wrong.fr', { desired, authInfo: 'wrong' })
    expect(end).toMatchObject({ outcome: 'refused', reason: { code: 2202 } })
  })
})

describe('with another registrar', () => {
  let rival: Rival
  beforeAll(async () => {
    rival = await openRival(test.platform, { extURIs: dialect.needs })
  })
  afterAll(() => rival?.close())
  const gained = person('Gaston Gain')
  const desired = {
    registrant: gained,
    contacts: { admin: gained, tech: gained },
    nameservers: [{ name: 'ns7.nameserver.example' }],
  }
  const contactsOfRival = async (): Promise<ContactIds> => {
    const { id } = await rival.does(dialect.contact({ id: 'NY-1', snapshot: person('Rita Rival'), role: 'tech' }, tld))
    return { registrant: id, admin: id, tech: id }
  }

  it.each(['none', 'drop-response', 'drop-request', 'wrong-trid'] as const)(
    'transfers a name in with its contacts, once the other registrar approves, and leaves the holder (%s)',
    async (fault) => {
      const { platform } = test
      const name = { none: 'taken.fr', 'drop-response': 'occupied.fr', 'drop-request': 'rival.fr', 'wrong-trid': '' }[
        fault
      ]
      const free = name === '' ? 'away-and-back.fr' : name
      if (name === '') await awayFrom(free)
      const before = await registrantOf(free)
      const authInfo = await test.codeOf(free)
      await plant(platform, fault, 'domain:transfer', free)
      const transfer = await order(platform, 'domain.transfer', free, { authInfo, desired })
      await test.isPending(free)
      await rival.does(approveTransfer(free))
      expect(await platform.ended(transfer)).toMatchObject({
        outcome: 'done',
        registry: { presence: 'ours', nameservers: ['ns7.nameserver.example'] },
      })
      const { rows } = await platform.sql.query<{ contact: string }>(
        'select distinct contact from sandbox_registry.domain_contact where domain = $1',
        [free],
      )
      expect(rows).toEqual([{ contact: expect.stringMatching(/^GA/) }])
      expect(await registrantOf(free)).toBe(before)
      expect((await test.asked('domain:update', free)).join()).not.toMatch(/registrant/)
    },
  )

  /** Registers a domain that the rival then gets. */
  async function awayFrom(name: string): Promise<void> {
    const { platform } = test
    await test.registered(name, { zoneKeys: [key] })
    const request = { intent: { desired: {} } as TransferIntent, contacts: await contactsOfRival() }
    await rival.does(dialect.transfer({ name, authInfo: { pw: CODE } }, request, tld))
    await test.ended('domain.transfer-approve', name, {})
    expect((await test.inspected(name)).presence).toBe('foreign')
    await platform.sql.query('update sandbox_registry.domain set auth_info = $2 where name = $1', [name, CODE])
  }

  async function registrantOf(name: string) {
    const { rows } = await test.platform.sql.query<{ registrant: string }>(
      'select registrant from sandbox_registry.domain where name = $1',
      [name],
    )
    return rows[0]!.registrant
  }

  it('loses no name whose transfer it rejects, and learns of the request', async () => {
    await test.registered('kept.fr')
    const request = { intent: { desired: {} } as TransferIntent, contacts: await contactsOfRival() }
    await rival.does(dialect.transfer({ name: 'kept.fr', authInfo: { pw: CODE } }, request, tld))
    expect(await test.messages('kept.fr')).toEqual(['transfer'])
    await test.ended('domain.transfer-reject', 'kept.fr', {})
    expect((await test.inspected('kept.fr')).presence).toBe('ours')
  })

  it.each(['none', 'drop-response', 'drop-request'] as const)('recovers a name at once (%s)', async (fault) => {
    const { platform } = test
    const name = `recover-${fault}.fr`
    await awayFrom(name)
    await test.registered(`own-${fault}.fr`, { registrant: gained, contacts: { admin: gained, tech: gained } })
    const registrant = await registrantOf(`own-${fault}.fr`)
    await plant(platform, fault, 'domain:recover', name)
    const data = { authInfo: CODE, registrant, admin: registrant, tech: registrant }
    expect(await test.verb(name, 'recover', data)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
    expect(await registrantOf(name)).toBe(registrant)
    expect(await test.charged(name)).toEqual(['create', 'transfer'])
    const { rows } = await platform.sql.query<{ intent: string }>(
      "select intent::text from operation where object = $1 and kind = 'domain.verb'",
      [name],
    )
    expect(rows.map(({ intent }) => intent).join()).not.toContain(CODE)
  })

  it('refuses contacts without an identity, and transfers without contacts', async () => {
    const bare = createContact({
      id: 'NY-PLAIN',
      postalInfo: [{ type: 'loc', name: 'n', street: ['s'], city: 'c', cc: 'FR' }],
      email: 'e@example.com',
      authInfo: { pw: 'aB3$efgh' },
    })
    const [ext] = dialect.contact({ id: 'NY-1', snapshot: person('Pia'), role: 'tech' }, tld).extension!
    await expect(rival.does({ ...bare, extension: [{ ...ext!, children: [] }] })).rejects.toThrow(/2003/)
    await test.registered('bare.fr')
    const { extension: _, ...plain } = dialect.transfer(
      { name: 'bare.fr', authInfo: { pw: CODE } },
      { intent: { desired: {} } as TransferIntent, contacts: await contactsOfRival() },
      tld,
    )
    await expect(rival.does(plain)).rejects.toThrow(/2003/)
    await expect(rival.does(rejectTransfer('bare.fr'))).rejects.toThrow(/2301/)
  })
})

/**
 * The schema of version 2.0 is not public. Version 1.4 has the same elements but the answer to a create, and wants times in
 * trades that are not confirmed yet.
 */
function inVersion14(frame: string): string | undefined {
  if (/trStatus>pending</.test(frame)) return undefined
  const rest = frame.replace(/<frnic:ext [^>]*>\s*<frnic:resData>\s*<frnic:creData>[^]*?<\/frnic:ext>/g, '')
  return rest.replace(/<extension>\s*<\/extension>/g, '').replaceAll('frnic-2.0', 'frnic-1.4')
}

test.itsFramesAreValidBy('afnic', inVersion14)
