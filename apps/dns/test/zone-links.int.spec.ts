import { changeZoneByLink } from '@nameyard/contracts/dns/change-zone-by-link'
import { createDomainToken } from '@nameyard/contracts/dns/create-domain-token'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteDomainToken } from '@nameyard/contracts/dns/delete-domain-token'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { listDomainTokens } from '@nameyard/contracts/dns/list-domain-tokens'
import { openZoneLink } from '@nameyard/contracts/dns/open-zone-link'
import type { InputGiven } from '@nameyard/contracts/operation'
import { activeContacts } from './active-contacts'
import { startPlatform } from './platform'

/** Links with which a person without an account edits one zone. */

let platform: Awaited<ReturnType<typeof startPlatform>>
let zones = 0
/** Each test has a zone of its own, `<label>.com`, in account 1. */
let label: string
let token: string

beforeAll(async () => {
  platform = await startPlatform()
  await platform.replica({ ZONE_LINK_MINUTES: '30', PUBLIC_URL: 'https://names.example.net' })
})
afterAll(() => platform?.close())
beforeEach(async () => {
  activeContacts.clear()
  label = `linked${++zones}`
  await make()
  token = (await link()).token
})

const www = { type: 'A' as const, name: 'www', value: '192.0.2.1', ttl: 900 }
const make = (by = 1) =>
  platform.rpc.call(
    createZone,
    { domain: { name: label, extension: 'com' }, type: 'master', records: [www] },
    platform.call(by),
  )
const link = (over: Partial<InputGiven<typeof createDomainToken>> = {}, by = 1) =>
  platform.rpc.call(createDomainToken, { domain: `${label}.com`, ...over }, platform.call(by))
/** A call without an actor: the page behind a link knows no account. */
const anonymous = () => ({ ...platform.call(1), actor: undefined })
const open = (over: Partial<InputGiven<typeof openZoneLink>> = {}) =>
  platform.rpc.call(openZoneLink, { token, ...over }, anonymous())
const change = (over: Omit<InputGiven<typeof changeZoneByLink>, 'token'>) =>
  platform.rpc.call(changeZoneByLink, { token, ...over }, anonymous())
const values = async () => (await open()).results.filter(({ type }) => type === 'A').map(({ value }) => value)
const unknown = { refusal: 'zone_not_found' }

describe('domain-tokens.create', () => {
  it('returns a new link to the zone for each request, and stores no token', async () => {
    const made = await link({ domain: `${label.toUpperCase()}.com` })
    expect(made.token).toMatch(/^[\w-]{43}$/)
    expect(made.url).toBe(`https://names.example.net/zone/${made.token}`)
    expect(made.token).not.toBe(token)
    const { rows } = await platform.sql.query('select l::text as row from zone_link l')
    expect(rows.length).toBeGreaterThanOrEqual(2)
    for (const { row } of rows) {
      expect(row).not.toContain(made.token)
      expect(row).not.toContain(Buffer.from(made.token, 'base64url').toString('hex'))
    }
  })

  it('refuses the zone of another account with zone_not_found', async () => {
    await expect(link({}, 2)).rejects.toMatchObject(unknown)
  })

  it.each([
    ['an unknown zone with zone_not_found', { domain: 'nowhere.com' }, 'zone_not_found'],
    ['the premium provider with zone_not_found', { zone_provider: 'sectigo' as const }, 'zone_not_found'],
    ['a name that is no domain name with domain_name_invalid', { domain: 'a b' }, 'domain_name_invalid'],
  ])('refuses %s', async (_, over, refusal) => {
    await expect(link(over)).rejects.toMatchObject({ refusal })
  })
})

describe('domain-tokens.list', () => {
  const list = (by = 1) => platform.rpc.call(listDomainTokens, { limit: 1000 }, platform.call(by))
  const domains = async (by?: number) => (await list(by)).results.map(({ domain }) => domain)

  it('returns the links of the account that work, without their tokens', async () => {
    const { results, total } = await list()
    expect(results.find(({ domain }) => domain === `${label}.com`)).toEqual({
      id: expect.stringMatching(/^[\da-f]{12}$/),
      domain: `${label}.com`,
      username: 'user1',
      created_at: '2027-01-01 00:00:00',
      expires_at: '2027-01-01 00:30:00',
    })
    expect(total).toBe(results.length)
    expect(JSON.stringify(results)).not.toContain(token)
  })

  it('leaves out links of other accounts, and links whose maker may no longer act', async () => {
    expect(await domains(2)).not.toContain(`${label}.com`)
    activeContacts.set(1, undefined)
    expect(await domains()).toEqual([])
  })
})

describe('domain-tokens.delete', () => {
  const end = async (by = 1) => {
    const { results } = await platform.rpc.call(listDomainTokens, { limit: 1000 }, platform.call(1))
    const { id } = results.find(({ domain }) => domain === `${label}.com`)!
    return platform.rpc.call(deleteDomainToken, { id }, platform.call(by))
  }

  it('ends the link at once', async () => {
    expect(await end()).toEqual({ success: true })
    await expect(open()).rejects.toMatchObject(unknown)
  })

  it('refuses the link of another account with zone_link_not_found, and the link still works', async () => {
    await expect(end(2)).rejects.toMatchObject({ refusal: 'zone_link_not_found' })
    expect(await open()).toMatchObject({ name: `${label}.com` })
  })
})

describe('zone-links.open', () => {
  it('refuses a link after its maker has another password or no right any more, also when the right is back', async () => {
    activeContacts.set(1, { contactId: 1, resellerId: 1, stamp: 'second password' })
    await expect(open()).rejects.toMatchObject(unknown)
    const other = (await link()).token
    activeContacts.set(1, undefined)
    await expect(open({ token: other })).rejects.toMatchObject(unknown)
    activeContacts.set(1, { contactId: 1, resellerId: 1, stamp: 'second password' })
    await expect(open({ token: other })).rejects.toMatchObject(unknown)
  })

  it('returns the zone, its versions, and the types that its records may have', async () => {
    const opened = await open()
    expect(opened).toMatchObject({ name: `${label}.com`, expires_at: '2027-01-01 00:30:00' })
    expect(opened.versions).toHaveLength(1)
    expect(opened.types).toContain('TXT')
    expect(opened.types).not.toContain('SOA')
  })

  it('finds records by a part of their name, a page at a time', async () => {
    const { results, total } = await open({ search: 'ww' })
    expect([results.map(({ value }) => value), total]).toEqual([['192.0.2.1'], 1])
    const all = await open({ limit: 1 })
    expect(all.results).toHaveLength(1)
    expect(all.total).toBeGreaterThan(1)
  })

  it('refuses an unknown token with zone_not_found', async () => {
    await expect(open({ token: 'A'.repeat(43) })).rejects.toMatchObject(unknown)
  })

  it('refuses an expired link with zone_not_found', async () => {
    platform.clock.advance(30 * 60_000)
    await expect(open()).rejects.toMatchObject(unknown)
    await expect(change({ records: { add: [{ ...www, value: '192.0.2.2' }] } })).rejects.toMatchObject(unknown)
    platform.clock.set('2027-01-01T00:00:00Z')
  })

  it('refuses the link to a deleted zone, also when another account has a zone of that name', async () => {
    await platform.rpc.call(deleteZone, { name: `${label}.com` }, platform.call(1))
    await expect(open()).rejects.toMatchObject(unknown)
    await make(2)
    await expect(open()).rejects.toMatchObject(unknown)
  })
})

describe('zone-links.change', () => {
  const second = { ...www, value: '192.0.2.2' }

  it('changes the records of the zone, in the name of the contact who made the link', async () => {
    expect(await change({ records: { add: [second] } })).toMatchObject({ success: true })
    expect((await values()).sort()).toEqual(['192.0.2.1', '192.0.2.2'])
    const zone = await platform.rpc.call(getZone, { name: `${label}.com`, with_history: true }, platform.call(1))
    expect(zone.history?.[0]).toMatchObject({ who: 'user1', source: 'zone-links.change' })
  })

  it('with plan shows the change and does nothing', async () => {
    await change({ plan: true, records: { add: [second] } })
    expect(await values()).toEqual(['192.0.2.1'])
  })

  it('restores an earlier version of the zone', async () => {
    const first = (await open()).versions[0]!
    await change({ records: { remove: [www] } })
    expect(await values()).toEqual([])
    await change({ restore: first.version })
    expect(await values()).toEqual(['192.0.2.1'])
  })

  it('refuses a version that the zone does not have with zone_version_not_found', async () => {
    await expect(change({ restore: 77 })).rejects.toMatchObject({ refusal: 'zone_version_not_found' })
  })

  it('refuses a version of an earlier zone of the name with zone_version_not_found', async () => {
    const { version } = (await open()).versions[0]!
    await platform.rpc.call(deleteZone, { name: `${label}.com` }, platform.call(1))
    await make()
    token = (await link()).token
    await expect(change({ restore: version })).rejects.toMatchObject({ refusal: 'zone_version_not_found' })
  })

  it.each([
    ['a record that does not exist', { remove: [second] }, 'record_not_found'],
    [
      'the removal of an NS record of the platform',
      { remove: [{ type: 'NS', name: '', value: 'ns1.example.net' }] },
      'record_managed',
    ],
  ])('refuses %s, and changes nothing', async (_, records, refusal) => {
    await expect(change({ records: { add: [{ ...second, name: 'a' }], ...records } as never })).rejects.toMatchObject({
      refusal,
    })
    expect(await values()).toEqual(['192.0.2.1'])
  })
})
