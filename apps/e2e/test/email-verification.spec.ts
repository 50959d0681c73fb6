import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import type { Payload } from '@nameyard/contracts/event'
import { SettableClock } from '@nameyard/testing/clock'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

const DAY = 86_400_000
const UNSET = '0000-00-00 00:00:00'
const emails = '/v1/customers/verifications/emails'

const clock = new SettableClock(new Date('2027-01-01T00:00:00Z'))
let platform: InProcess
let boss: Ask
let resellerId: number

beforeAll(async () => {
  platform = await startInProcess({ clock, customers: { EMAIL_VERIFICATION_SWEEP_SECONDS: '0.05' } })
  boss = await platform.open('boss')
  resellerId = (await boss('GET', '/v1/contacts')).json.data.results[0].reseller_id
})
afterAll(() => platform?.close())

let people = 0
/** Creates a customer with a new e-mail address. */
async function customer() {
  const email = `holder${++people}@example.com`
  const { json } = await boss('POST', '/v1/customers', { body: { ...person, email } })
  return { email, handle: json.data.handle as string }
}

const post = async (path: string, body: object) => {
  const { status, json } = await boss('POST', `${emails}/${path}`, { body })
  return [status, json.code]
}
const list = async (query = '') => (await boss('GET', `${emails}/domains?${query}`)).json.data

type News = Payload<typeof domainChanged>

/** An event about a domain. */
async function publishDomain(change: Pick<News, 'id' | 'name' | 'ownerHandle'> & Partial<News>) {
  const news = { resellerId, status: 'ACT', isHeld: true, version: 1, changedAt: clock.now().toISOString(), ...change }
  const message = { message: domainChanged, payload: news, messageId: randomUUID(), correlationId: randomUUID() }
  await platform.operator.publisher.publish([message])
  const expected = news.isHeld ? 1 : 0
  await eventually(async () => (await list(`domain_id=${news.id}`)).total === expected, `the row of ${news.name}`)
}

/** Returns the links mailed to an address, when there are this many. */
async function linksTo(email: string, mails = 1, folder = platform.mails): Promise<string[]> {
  return eventually(async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'))
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    const found = texts.filter((text) => text.includes(`\r\nTo: ${email}\r\n`))
    return found.length === mails && found.map((text) => /\/verify\/[\w-]+/.exec(text.replaceAll('=\r\n', ''))![0])
  }, `${mails} mails to ${email}`)
}

const open = (method: string, path: string, init: RequestInit = {}) =>
  fetch(new URL(path, platform.url), { method, ...init })

describe('the verification of an e-mail address', () => {
  let email: string
  let handle: string
  let link: string
  beforeAll(async () => {
    ;({ email, handle } = await customer())
    await publishDomain({ id: 2001, name: 'holder.example', ownerHandle: handle })
  })

  it('has no deadline before it is started', async () => {
    const row = { domain: 'holder.example', email, handle, status: 'not verified', expiration_date: UNSET }
    expect(await list(`handle=${handle}`)).toEqual({ results: [{ ...row, is_suspended: false }], total: 1 })
  })

  it('starts with a mail', async () => {
    const { json } = await boss('POST', `${emails}/start`, { body: { email, handle, language: 'nl', tag: 'x' } })
    expect(json).toMatchObject({ code: 0, data: { id: expect.any(Number) } })
    ;[link] = (await linksTo(email)) as [string]
    expect(await list(`handle=${handle}`)).toMatchObject({
      results: [{ status: 'in progress', expiration_date: '2027-01-16 00:00:00' }],
    })
    const { data } = (await boss('GET', `/v1/customers/${handle}`)).json
    expect(data).toMatchObject({ email_verification_status: 'REQ' })
  })

  it('is refused with the published codes', async () => {
    expect(await post('start', { email, handle })).toEqual([409, 20001])
    expect(await post('start', { handle })).toEqual([409, 20002])
    expect(await post('start', { email })).toEqual([409, 20002])
    expect(await post('start', { email, handle: 'XX1-XX' })).toEqual([404, 193])
    expect(await post('start', { email: 'other@example.com', handle })).toEqual([400, 806])
    expect(await post('restart', {})).toEqual([409, 20002])
    expect(await post('restart', { email, handle: 'XX1-XX' })).toEqual([404, 193])
    expect(await post('restart', { email: 'nobody@example.com' })).toEqual([404, 98])
  })

  it('has a page that only asks for confirmation', async () => {
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await open(method, link)
      expect(response.status).toBe(200)
      const html = await response.text()
      if (method === 'GET') {
        expect(html).toContain('<html lang="nl">')
        expect(html).toContain('<form method="post"><button>')
        expect(html).toContain(email)
        expect(html).not.toMatch(/<script|href=|src=/)
      }
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
    }
    expect(await list(`handle=${handle}`)).toMatchObject({ results: [{ status: 'in progress' }] })
  })

  it('shows the same page for every invalid link', async () => {
    const broken = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const wrong = await Promise.all([
      open('GET', broken),
      open('POST', broken),
      open('GET', '/verify/x'),
      open('POST', `/verify/${'A'.repeat(78)}`),
      open('POST', '/verify/%F0%9F%98%80'),
    ])
    expect(wrong.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const texts = new Set(await Promise.all(wrong.map((response) => response.text())))
    expect([...texts]).toEqual([expect.stringContaining('This link does not work')])
  })

  it('is confirmed once by the button of the page', async () => {
    const form = { body: new URLSearchParams({ a: '1' }) }
    const thanks = await open('POST', link, form)
    expect([thanks.status, await thanks.text()]).toEqual([200, expect.stringContaining(`${email} is bevestigd`)])
    expect(await list(`handle=${handle}`)).toMatchObject({ results: [{ status: 'verified', expiration_date: UNSET }] })
    expect((await open('POST', link)).status).toBe(404)
    expect((await open('GET', link)).status).toBe(404)
    expect(await post('start', { email, handle })).toEqual([409, 20000])
    expect(await post('restart', { email })).toEqual([409, 20000])
    const { data } = (await boss('GET', `/v1/customers/${handle}`)).json
    expect(data).toMatchObject({ email_verification_status: 'ACT' })
  })

  it('refuses a form that is too large with a page', async () => {
    const response = await open('POST', link, { body: 'x'.repeat(2000) })
    expect([response.status, await response.text()]).toEqual([413, expect.stringContaining('<html')])
  })
})

describe('verification mails to one address', () => {
  it('are limited to five a day', async () => {
    const { email, handle } = await customer()
    expect(await post('start', { email, handle })).toEqual([200, 0])
    // A restart before the mail is sent replaces its link, and such a mail is not sent.
    await linksTo(email)
    for (let mails = 2; mails <= 5; mails++) {
      expect(await post('restart', { email, handle })).toEqual([200, 0])
      await linksTo(email, mails)
    }
    const refused = await boss('POST', `${emails}/restart`, { body: { email } })
    expect(refused).toMatchObject({ status: 429, json: { code: 50 }, headers: { 'retry-after': '86400' } })
  })
})

describe('the list of verifications', () => {
  let late: { email: string; handle: string }
  let good: { email: string; handle: string }
  const names = async (query: string) => (await list(query)).results.map(({ domain }: { domain: string }) => domain)

  // This test moves the clock by 16 days, so older tokens have expired.
  beforeAll(async () => {
    ;[late, good] = [await customer(), await customer()]
    await publishDomain({ id: 3001, name: 'late.example', ownerHandle: late.handle })
    await publishDomain({ id: 3002, name: 'late-too.example', ownerHandle: late.handle })
    await publishDomain({ id: 3003, name: 'good.example', ownerHandle: good.handle })
    await post('start', late)
    await post('start', good)
    const [link] = await linksTo(good.email)
    expect((await open('POST', link!)).status).toBe(200)
    clock.advance(16 * DAY)
    const { json } = await platform.ask('POST', '/v1/auth/login', {
      body: { username: 'boss', password: 'correct horse battery' },
    })
    const authorization = `Bearer ${json.data.token}`
    boss = (method, path, sent = {}) => platform.ask(method, path, { ...sent, headers: { authorization } })
    await publishDomain({ id: 3004, name: 'fresh.example', ownerHandle: (await customer()).handle })
    await eventually(async () => (await list('is_suspended=1')).total >= 2, 'the suspensions')
  })

  it('is filtered by every field', async () => {
    const both = ['late.example', 'late-too.example']
    expect(await names('domain_id=3001')).toEqual(['late.example'])
    expect(await names('domain=Late.Example')).toEqual(['late.example'])
    expect(await names('domain=late')).toEqual([])
    expect(await names(`email=${late.email.toUpperCase()}`)).toEqual(both)
    expect(await names(`handle=${late.handle}`)).toEqual(both)
    expect(await names(`email=${good.email}&status=verified`)).toEqual(['good.example'])
    expect(await names('status=verified')).toEqual(['holder.example', 'good.example'])
    expect(await names('status=not%20verified')).toEqual(['fresh.example'])
    expect(await names('status=in%20progress')).toEqual([])
    expect(await names(`status=failed&email=${late.email}`)).toEqual(both)
    expect(await names(`description=expired&email=${late.email}`)).toEqual(both)
    expect(await names('description=bounced')).toEqual([])
    expect(await names(`is_suspended=1&handle=${late.handle}`)).toEqual(both)
    expect(await names('is_suspended=false')).toEqual(['holder.example', 'good.example', 'fresh.example'])
    expect(await names('response.type=mail&response.to=a@example.com&domain_id=3003')).toEqual(['good.example'])
  })

  it('has the total on every page', async () => {
    expect(await list(`email=${late.email}&limit=1&offset=1`)).toMatchObject({
      results: [{ domain: 'late-too.example' }],
      total: 2,
    })
    expect(await list(`email=${late.email}&offset=2`)).toEqual({ results: [], total: 2 })
  })

  it('shows the failure, and releases the domains when verified', async () => {
    expect(await list('domain_id=3001')).toEqual({
      results: [
        {
          domain: 'late.example',
          email: late.email,
          handle: late.handle,
          status: 'failed',
          description: 'expired',
          expiration_date: UNSET,
          is_suspended: true,
        },
      ],
      total: 1,
    })
    const [before] = await linksTo(late.email)
    expect((await open('POST', before!)).status).toBe(404)
    expect(await post('restart', { email: late.email, language: 'de' })).toEqual([200, 0])
    const link = (await linksTo(late.email, 2)).find((each) => each !== before)
    expect((await open('POST', link!)).status).toBe(200)
    expect(await list(`email=${late.email}`)).toMatchObject({
      results: [
        { status: 'verified', is_suspended: false },
        { status: 'verified', is_suspended: false },
      ],
    })
  })

  it('follows domains to other registrants and registrants to other addresses, without ended domains', async () => {
    await publishDomain({ id: 3002, name: 'late-too.example', ownerHandle: good.handle, version: 2 })
    await eventually(
      async () => (await names(`email=${good.email}`)).length === 2,
      'the verification at the new address',
    )
    expect(await names(`email=${late.email}`)).toEqual(['late.example'])
    const email = 'elsewhere@example.com'
    expect((await boss('PUT', `/v1/customers/${late.handle}`, { body: { email } })).status).toBe(200)
    expect(await list('domain_id=3001')).toMatchObject({ results: [{ email, status: 'not verified' }] })
    await publishDomain({ id: 3001, name: 'late.example', ownerHandle: late.handle, version: 5, isHeld: false })
    expect(await names(`email=${email}`)).toEqual([])
  })

  it.each(['limit=1001', 'limit=x', 'offset=-1', 'status=maybe', 'description=x', 'is_suspended=maybe', 'domain_id=x'])(
    'is refused for %s',
    async (query) => {
      const { status, json } = await boss('GET', `${emails}/domains?${query}`)
      expect([status, json.code]).toEqual([400, 806])
    },
  )
})

describe('a platform with a deadline of minutes', () => {
  let hasty: InProcess
  beforeAll(async () => {
    const customers = {
      EMAIL_VERIFICATION_DAYS: '0.01',
      EMAIL_VERIFICATION_MAILS: '1',
      EMAIL_VERIFICATION_SWEEP_SECONDS: '0.05',
    }
    hasty = await startInProcess({
      clock,
      customers,
      domains: { SETTLEMENT_WAIT_MS: '0' },
      exercised: platform.exercised,
    })
  })
  afterAll(() => hasty?.close())

  it('counts the mails of a restart together with the earlier ones', async () => {
    const own = await hasty.open('hasty')
    const { json } = await own('POST', '/v1/customers', { body: person })
    const body = { email: person.email, handle: json.data.handle }
    expect((await own('POST', `${emails}/start`, { body })).status).toBe(200)
    clock.advance(DAY / 24)
    const refused = await own('POST', `${emails}/start`, { body })
    expect(refused).toMatchObject({ status: 429, json: { code: 50 }, headers: { 'retry-after': String(23 * 3600) } })
    clock.advance(DAY)
    expect((await own('GET', `${emails}/domains`)).json.data).toMatchObject({ results: [{ status: 'failed' }] })
    expect((await own('POST', `${emails}/start`, { body })).status).toBe(200)
  })

  // The clock of this platform is far ahead of the certificates of its registry, so the registry executes no order. That
  // the registry holds the domain is tested in transfer-lives.spec.ts.
  it('suspends a domain at the deadline of its registrant, and releases it after the registry has confirmed', async () => {
    const own = await hasty.open('holder')
    const email = 'registrant@example.com'
    const { handle } = (await own('POST', '/v1/customers', { body: { ...person, email } })).json.data
    const ordered = await own('POST', '/v1/domains', { body: order('held-by-mail.com', handle) })
    expect(ordered).toMatchObject({ status: 200, json: { code: 0 } })
    const rowIs = (expected: object) =>
      eventually(async () => {
        const { results } = (await own('GET', `${emails}/domains?domain=held-by-mail.com`)).json.data
        return isDeepStrictEqual({ ...results[0], ...expected }, results[0])
      }, JSON.stringify(expected))
    const hold = async () => (await own('GET', `/v1/domains/${ordered.json.data.id}`)).json.data.is_client_hold_enabled
    const waiting = { email, handle, status: 'not verified', expiration_date: UNSET, is_suspended: false }
    await rowIs(waiting)
    clock.advance(DAY / 24)
    const start = async () =>
      expect((await own('POST', `${emails}/start`, { body: { email, handle } })).status).toBe(200)
    await rowIs(waiting)
    await start()
    await rowIs({ status: 'in progress', is_suspended: false })
    const [before] = await linksTo(email, 1, hasty.mails)
    clock.advance(DAY / 24)
    await rowIs({ status: 'failed', description: 'expired', is_suspended: true })
    expect(await hold()).toBe('no')
    // The limit is one mail a day.
    clock.advance(DAY)
    await start()
    const link = (await linksTo(email, 2, hasty.mails)).find((each) => each !== before)
    expect((await fetch(new URL(link!, hasty.url), { method: 'POST' })).status).toBe(200)
    await rowIs({ status: 'verified', is_suspended: false })
  })
})

it('tries every refusal and query field of verifications', () =>
  expect(platform.exercised.untried('email-verifications')).toEqual([]))
