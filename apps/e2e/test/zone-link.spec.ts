import type { Browser, Page } from 'playwright-core'
import { eventually } from '@nameyard/testing/eventually'
import { describeInBrowser, openBrowser } from '../src/browser'
import { askUdp } from '../src/dns-client'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** A link that lets its holder edit one zone: the operation, the page over plain HTTP, and the page in a browser. */

let platform: InProcess
let ask: Ask
let stranger: Ask

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const makeZone = (name: string, records: object[]) =>
  done('POST', '/v1/dns/zones', { domain: { name, extension: 'com' }, type: 'master', records })
const www = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 3600 }

/** Returns the URL of the page at the plain HTTP port of the gateway. The link itself has the public URL. */
const pageOf = ({ url }: { url: string }) => `${platform.url}${new URL(url).pathname}`
const linkTo = async (domain: string) =>
  pageOf(await done('POST', '/v1/dns/domain-token', { domain, zone_provider: 'openprovider' }))

const post = async (url: string, fields: Record<string, string>) => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: answer.status, text: await answer.text() }
}

beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('link-maker')
  stranger = await platform.open('stranger-to-links')
  await makeZone('linked', [www, { type: 'MX', name: '', value: 'mail.linked.com', ttl: 3600, prio: 10 }])
  await makeZone('beside', [www])
})
afterAll(() => platform?.close())

describe('creating a link to a zone', () => {
  it('returns a new link to the gateway for each request', async () => {
    const made = await done('POST', '/v1/dns/domain-token', { domain: 'LINKED.com', zone_provider: 'openprovider' })
    expect(made.token).toMatch(/^[\w-]{43}$/)
    expect(made.url).toMatch(new RegExp(`^https://localhost:\\d+/zone/${made.token}$`))
    const again = await done('POST', '/v1/dns/domain-token', { domain: 'linked.com' })
    expect(again.token).not.toBe(made.token)
  })

  it.each([
    ['an invalid domain name', { domain: 'a b' }, [400, 303]],
    ['an unknown zone', { domain: 'nowhere.com' }, [404, 872]],
    ['a zone of the premium provider', { domain: 'linked.com', zone_provider: 'sectigo' }, [404, 872]],
  ])('is refused for %s', async (_, body, expected) => {
    const { status, json } = await ask('POST', '/v1/dns/domain-token', { body })
    expect([status, json.code]).toEqual(expected)
  })

  it('is refused for another account’s zone', async () => {
    const { status, json } = await stranger('POST', '/v1/dns/domain-token', { body: { domain: 'linked.com' } })
    expect([status, json.code]).toEqual([404, 872])
  })
})

describe('a link to a zone', () => {
  const password = 'correct horse battery'
  let people = 0

  /** Creates a contact with API access, a link that it makes, and a way to act as the contact. */
  async function maker() {
    const username = `maker-${++people}`
    const contact = { ...person, email: `${username}@example.com`, role: 'tech', username, password }
    const { id } = await done('POST', '/v1/contacts', { ...contact, api_access_enabled: true })
    const { json } = await platform.ask('POST', '/v1/auth/login', { body: { username, password } })
    const headers = { authorization: `Bearer ${json.data.token}` }
    const as: Ask = (method, path, sent) => platform.ask(method, path, { ...sent, headers })
    const made = await as('POST', '/v1/dns/domain-token', { body: { domain: 'linked.com' } })
    return { id, username, as, url: pageOf(made.json.data) }
  }
  const statusOf = async (url: string) => (await fetch(url)).status
  const listed = async (query = '') => (await done('GET', `/v1/dns/domain-token${query}`)) as Listed
  interface Listed {
    readonly results: readonly { id: string; username: string }[]
    readonly total: number
  }

  it('is listed without its secret, and ended by anyone of the account', async () => {
    const { username, url } = await maker()
    const { results, total } = await listed()
    const date = expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const id = expect.stringMatching(/^[\da-f]{12}$/)
    expect(results[0]).toEqual({ id, domain: 'linked.com', username, created_at: date, expires_at: date })
    expect(JSON.stringify(results)).not.toContain(url.split('/').at(-1))
    expect(await listed('?limit=1&offset=1')).toEqual({ results: [results[1]], total })
    expect(await listed('?offset=500')).toEqual({ results: [], total })
    expect(await statusOf(url)).toBe(200)
    expect((await ask('DELETE', `/v1/dns/domain-token/${results[0]!.id}`)).json.data).toEqual({ success: true })
    expect(await statusOf(url)).toBe(404)
    expect((await listed()).total).toBe(total - 1)
    const again = await ask('DELETE', `/v1/dns/domain-token/${results[0]!.id}`)
    expect([again.status, again.json.code]).toEqual([404, 98])
  })

  it('of another account is neither listed nor ended', async () => {
    const { url } = await maker()
    const { id } = (await listed()).results[0]!
    expect((await stranger('GET', '/v1/dns/domain-token')).json.data).toEqual({ results: [], total: 0 })
    expect((await stranger('DELETE', `/v1/dns/domain-token/${id}`)).status).toBe(404)
    expect(await statusOf(url)).toBe(200)
  })

  it.each<[string, (made: Awaited<ReturnType<typeof maker>>) => Promise<unknown>]>([
    ['loses API access', ({ id }) => done('PUT', `/v1/contacts/${id}`, { api_access_enabled: false })],
    ['is set inactive', ({ id }) => done('PUT', `/v1/contacts/${id}`, { is_active: false })],
    ['is deleted', ({ id }) => done('DELETE', `/v1/contacts/${id}`)],
    ['may only read', ({ id }) => done('PUT', `/v1/contacts/${id}`, { role: 'readonly' })],
    [
      'changes the password',
      ({ as }) =>
        as('PUT', '/v1/auth/password', { body: { current_password: password, password: 'seven green bicycles' } }),
    ],
  ])('ends when its maker %s', async (_, end) => {
    const made = await maker()
    const form = { do: 'add', name: 'late', type: 'A', value: '192.0.2.66', ttl: '3600' }
    expect(await statusOf(made.url)).toBe(200)
    await end(made)
    expect((await listed()).results.map(({ username }) => username)).not.toContain(made.username)
    expect((await post(made.url, form)).status).toBe(404)
    expect(await statusOf(made.url)).toBe(404)
  })

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['revoked', (id) => done('DELETE', `/v1/keys/${id}`)],
    ['replaced', (id) => done('POST', `/v1/keys/${id}/rotate`)],
  ])('that an API key made ends when the key is %s', async (_, end) => {
    const made = await done('POST', '/v1/keys', { name: 'links', scope: ['read', 'write'] })
    const headers = { authorization: `Bearer ${made.key}` }
    const { json } = await platform.ask('POST', '/v1/dns/domain-token', { body: { domain: 'linked.com' }, headers })
    const url = pageOf(json.data as never)
    const before = (await listed()).total
    expect(await statusOf(url)).toBe(200)
    await end(made.id)
    expect((await listed()).total).toBe(before - 1)
    expect(await statusOf(url)).toBe(404)
  })

  it('does not work again when its maker gets API access back', async () => {
    const { id, url } = await maker()
    await done('PUT', `/v1/contacts/${id}`, { api_access_enabled: false })
    expect(await statusOf(url)).toBe(404)
    await done('PUT', `/v1/contacts/${id}`, { api_access_enabled: true })
    expect(await statusOf(url)).toBe(404)
  })
})

describe('the page of a zone link', () => {
  it('shows the records of the zone, and offers no change of the records of the platform', async () => {
    const answer = await fetch(await linkTo('linked.com'))
    const text = await answer.text()
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(text).toContain('DNS records of linked.com')
    expect(text).toContain('value="192.0.2.1"')
    expect(text).not.toContain('name="was_type" value="SOA"')
    expect(text).not.toContain('name="was_type" value="NS"')
  })

  it.each(['?search=%00', '?search=www%00', '?search=www&search=mail', '?from=1&from=2', '?from=-1'])(
    'is shown when its URL has the invalid query %s',
    async (query) => {
      const answer = await fetch(`${await linkTo('linked.com')}${query}`)
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('DNS records of linked.com')])
    },
  )

  it('uses the language of the browser', async () => {
    const text = async (language: string) =>
      (await fetch(await linkTo('linked.com'), { headers: { 'accept-language': language } })).text()
    expect(await text('nl-NL,nl;q=0.9')).toContain('DNS-records van linked.com')
    expect(await text('fr')).toContain('DNS records of linked.com')
  })

  it('adds, changes and removes records, and the history shows who created the link', async () => {
    const url = await linkTo('linked.com')
    const added = await post(url, { do: 'add', name: 'shop', type: 'A', value: '192.0.2.7', ttl: '600', prio: '' })
    expect(added).toMatchObject({ status: 200, text: expect.stringContaining('Your change was saved.') })
    const was = { was_name: 'shop', was_type: 'A', was_value: '192.0.2.7', was_ttl: '600' }
    await post(url, { do: 'change', ...was, name: 'shop', type: 'A', value: '192.0.2.8', ttl: '900' })
    expect(await done('GET', '/v1/dns/zones/linked.com/records?record_name_pattern=shop*')).toMatchObject({
      results: [{ name: 'shop.linked.com', value: '192.0.2.8', ttl: 900 }],
    })
    await post(url, { do: 'remove', ...was, was_value: '192.0.2.8', was_ttl: '900' })
    expect(await done('GET', '/v1/dns/zones/linked.com/records?record_name_pattern=shop*')).toMatchObject({ total: 0 })
    const { history } = await done('GET', '/v1/dns/zones/linked.com?with_history=true')
    expect(history[0]).toMatchObject({ who: 'link-maker', source: 'zone-links.change', is: '' })
  })

  it('groups the records by name, beginning with the name of the zone', async () => {
    await makeZone('grouped', [
      { ...www, name: 'b' },
      { ...www, name: 'a' },
      { type: 'TXT', name: 'b', value: 'x', ttl: 600 },
      { ...www, name: '' },
    ])
    const text = await (await fetch(await linkTo('grouped.com'))).text()
    const headings = [...text.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, name]) => name)
    expect(headings).toEqual(['Add a record', 'grouped.com', 'a', 'b', 'Previous versions'])
  })

  it('asks for confirmation before it removes a record or restores a version', async () => {
    await makeZone('careful', [www, { ...www, name: 'shop' }])
    const url = await linkTo('careful.com')
    const was = { was_name: 'shop', was_type: 'A', was_value: '192.0.2.1', was_ttl: '3600' }
    const asked = await post(url, { do: 'ask-remove', ...was })
    expect(asked).toMatchObject({ status: 200, text: expect.stringContaining('Remove this record?') })
    expect(asked.text).toContain('name="do" value="remove"')
    const records = async () => (await done('GET', '/v1/dns/zones/careful.com/records?type=A')).total
    expect(await records()).toBe(2)
    const removed = await post(url, { do: 'remove', ...was })
    expect(removed.text).toContain('name="version" value="1"')
    expect(await records()).toBe(1)
    expect((await post(url, { do: 'ask-restore', version: '1' })).text).toContain('shop.careful.com 3600 A 192.0.2.1')
    expect(await records()).toBe(1)
    expect((await post(url, { do: 'restore', version: '1' })).status).toBe(200)
    expect(await records()).toBe(2)
    const { history } = await done('GET', '/v1/dns/zones/careful.com?with_history=true')
    expect(history[0]).toMatchObject({ who: 'link-maker', source: 'zone-links.change' })
  })

  it('refuses to restore versions of a former zone of the same name, and unknown versions', async () => {
    await makeZone('reborn', [{ ...www, name: 'former' }])
    await done('DELETE', '/v1/dns/zones/reborn.com?provider=openprovider')
    await makeZone('reborn', [www])
    const url = await linkTo('reborn.com')
    for (const version of ['1', '2', '99', '-1', 'x']) {
      const { status, text } = await post(url, { do: 'restore', version })
      expect([status, text.includes('role="alert"')]).toEqual([422, true])
    }
    expect((await done('GET', '/v1/dns/zones/reborn.com/records?type=A')).results).toMatchObject([
      { name: 'www.reborn.com' },
    ])
  })

  it('shows what is wrong with a change, with the values that the user entered', async () => {
    const url = await linkTo('linked.com')
    const typed = { do: 'add', name: '<b>', type: 'A', value: '"><script>', ttl: '600' }
    const refused = await post(url, typed)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('role="alert"')
    expect(refused.text).toContain('value="&quot;&gt;&lt;script&gt;"')
    expect(refused.text).not.toContain('<script>')
    for (const [fields, status] of [
      [{ ...typed, name: 'x', value: '192.0.2.1', ttl: 'soon' }, 422],
      [{ ...typed, name: 'www', value: '192.0.2.1', ttl: '3600' }, 422],
      [{ do: 'remove', was_name: 'nothing', was_type: 'A', was_value: '192.0.2.9' }, 422],
      [{ do: 'remove', was_name: '@', was_type: 'SOA', was_value: 'x' }, 422],
    ] as const) {
      expect((await post(url, fields)).status).toBe(status)
    }
  })

  it('does not change another zone', async () => {
    const url = await linkTo('linked.com')
    await post(url, { do: 'add', name: 'www.beside.com.', type: 'A', value: '192.0.2.66', ttl: '600', id: '1' })
    await post(url, { do: 'remove', was_name: 'www.beside.com', was_type: 'A', was_value: '192.0.2.1' })
    const { results } = await done('GET', '/v1/dns/zones/beside.com/records?type=A')
    expect(results).toMatchObject([{ name: 'www.beside.com', value: '192.0.2.1' }])
  })

  it('is not found after the zone was deleted, or for an unknown link', async () => {
    await makeZone('passing', [www])
    const url = await linkTo('passing.com')
    expect((await fetch(url)).status).toBe(200)
    await done('DELETE', '/v1/dns/zones/passing.com')
    expect((await fetch(url)).status).toBe(404)
    for (const path of ['/zone/x', `/zone/${'A'.repeat(43)}`, '/zone/%F0%9F%98%80']) {
      const answer = await fetch(`${platform.url}${path}`)
      expect([answer.status, (await answer.text()).includes('This link does not work')]).toEqual([404, true])
    }
  })
})

describeInBrowser('the page of a zone link in a browser', inBrowser)

function inBrowser() {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await openBrowser()
    page = await browser.newPage()
    await page.goto(await linkTo('linked.com'))
  })
  afterAll(() => browser?.close())

  it('adds a record, which the name server answers', async () => {
    await page.getByLabel('Name', { exact: true }).fill('door')
    await page.getByLabel('Value', { exact: true }).fill('192.0.2.77')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('status').waitFor()
    expect(await page.getByLabel('Value door A').inputValue()).toBe('192.0.2.77')
    await eventually(
      async () => (await askUdp(platform.dnsPort, 'door.linked.com', 'A')).answers?.length,
      'an answer for the new record',
    )
  })

  it('changes and removes a record', async () => {
    await page.getByLabel('Value door A').fill('192.0.2.78')
    await page.getByRole('button', { name: 'Save door A' }).click()
    await page.getByRole('status').waitFor()
    expect(await page.getByLabel('Value door A').inputValue()).toBe('192.0.2.78')
    await page.getByRole('button', { name: 'Remove door A' }).click()
    await page.getByRole('link', { name: 'No, keep it' }).click()
    expect(await page.getByLabel('Value door A').count()).toBe(1)
    await page.getByRole('button', { name: 'Remove door A' }).click()
    await page.getByRole('button', { name: 'Yes, remove it' }).click()
    await page.getByRole('status').waitFor()
    expect(await page.getByLabel('Value door A').count()).toBe(0)
  })

  it('undoes a removal, and restores an earlier version', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').waitFor()
    expect(await page.getByLabel('Value door A').inputValue()).toBe('192.0.2.78')
    await page.getByText('Previous versions').waitFor()
    await page.getByRole('button', { name: /^Restore version 1 / }).click()
    expect(await page.getByText('door.linked.com 3600 A 192.0.2.78').count()).toBe(1)
    await page.getByRole('button', { name: 'Yes, restore' }).click()
    await page.getByRole('status').waitFor()
    expect(await page.getByLabel('Value door A').count()).toBe(0)
  })

  it.each([390, 1000])('fits into a window of %d pixels, and shows a label for every field', async (width) => {
    await makeZone(`wide${width}`, [
      www,
      {
        type: 'TXT',
        name: 'a-name-that-is-as-long-as-they-get-in-real-zones._domainkey',
        value: 'k=rsa; p='.padEnd(400, 'A'),
        ttl: 600,
      },
      { type: 'MX', name: '', value: `${'a'.repeat(60)}.${'b'.repeat(60)}.example.net`, ttl: 3600, prio: 10 },
    ])
    const url = await linkTo(`wide${width}.com`)
    const narrow = await browser.newPage({ viewport: { width, height: 800 } })
    try {
      const isInside = async () => {
        const { content, window } = (await narrow.evaluate(
          '({ content: document.documentElement.scrollWidth, window: document.documentElement.clientWidth })',
        )) as { content: number; window: number }
        expect(content).toBeLessThanOrEqual(window)
        for (const each of await narrow.locator('input:not([type=hidden]),select,button').all()) {
          const box = (await each.boundingBox())!
          expect(box.x).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(width)
        }
        for (const field of await narrow.locator('input:not([type=hidden]),select').all()) {
          const label = narrow.locator(`label[for="${await field.getAttribute('id')}"]`)
          expect(await label.isVisible()).toBe(true)
          expect((await label.boundingBox())!.height).toBeGreaterThan(8)
        }
      }
      await narrow.goto(url)
      await isInside()
      await narrow.getByLabel('Name', { exact: true }).fill('more')
      await narrow.getByLabel('Value', { exact: true }).fill('192.0.2.9')
      await narrow.getByRole('button', { name: 'Add' }).click()
      await narrow.getByRole('status').waitFor()
      await isInside()
      await narrow.getByRole('button', { name: 'Remove more A' }).click()
      await narrow.getByText('Remove this record?').waitFor()
      await isInside()
      await narrow.getByRole('button', { name: 'Yes, remove it' }).click()
      await narrow.getByRole('button', { name: 'Undo' }).click()
      await narrow.getByLabel('Value more A').waitFor()
    } finally {
      await narrow.close()
    }
  })

  it('shows an error message beside the invalid value', async () => {
    await page.getByLabel('Name', { exact: true }).fill('door')
    await page.getByLabel('Value', { exact: true }).fill('not an address')
    await page.getByRole('button', { name: 'Add' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('is not an IPv4 address')
    expect(await page.getByLabel('Value', { exact: true }).inputValue()).toBe('not an address')
  })

  it('searches for a name', async () => {
    await page.getByLabel('Search by name').fill('www')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByLabel('Value www A').waitFor()
    expect(await page.getByText('mail.linked.com').count()).toBe(0)
  })
}
