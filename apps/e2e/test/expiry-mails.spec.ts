import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** The mails to the registrant of a domain that expires, and what the account reads of them. */

const DAY = 24 * 3600
const mails = '/v1/expiry-mails'

let platform: InProcess
let anna: Ask
let handle: string
let id: number

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  anna = await platform.open('anna')
  const owner = { ...person, email: 'holder@example.com', locale: 'nl_NL' }
  handle = (await anna('POST', '/v1/customers', { body: owner })).json.data.handle
  const ordered = { ...order('short.com', handle), autorenew: 'off' }
  id = (await anna('POST', '/v1/domains', { body: ordered })).json.data.id
  await eventually(async () => (await anna('GET', `/v1/domains/${id}`)).json.data.status === 'ACT', 'the domain')
})
afterAll(() => platform?.close())

async function pass(seconds: number): Promise<void> {
  const advance = async (body: object) =>
    (await anna('POST', '/v1/sandbox/clock/advance', { body })).json.data as { is_done: boolean; until: string }
  let moved = await advance({ seconds })
  while (!moved.is_done) moved = await advance({ until: moved.until })
}

const listed = async (query = '') => (await anna('GET', `${mails}?${query}`)).json.data
const setting = async (body: object, ask = anna) => (await ask('PUT', `${mails}/settings`, { body })).json

it('mails the registrant three times before the expiry and once after it, and shows that', async () => {
  await pass(400 * DAY)
  const { results, total } = await eventually(async () => {
    const found = await listed(`domain_id=${id}`)
    return found.total === 4 && found
  }, 'four mails')
  expect(total).toBe(4)
  expect(results.map(({ kind }: { kind: string }) => kind)).toEqual(['expired', 'in-1-day', 'in-7-days', 'in-30-days'])
  for (const mail of results) {
    expect(mail).toMatchObject({ domain_id: id, domain: 'short.com', recipient: handle, is_bounced: false })
  }
  const days = (mail: { sent_date: string; expiration_date: string }) =>
    (Date.parse(`${mail.expiration_date}Z`) - Date.parse(`${mail.sent_date}Z`)) / DAY / 1000
  expect(days(results[3])).toBeGreaterThan(26)
  expect(days(results[3])).toBeLessThan(35)
  expect(days(results[2])).toBeGreaterThan(4)
  expect(days(results[2])).toBeLessThan(10)
  expect(days(results[0])).toBeGreaterThan(-5)
  const files = (await readdir(platform.mails)).filter((file) => file.endsWith('.eml'))
  const texts = await Promise.all(files.map((file) => readFile(join(platform.mails, file), 'utf8')))
  const toHolder = texts.filter(
    (text) => /^To: holder@example\.com\r$/m.test(text) && /^Subject: short\.com (verloopt|is verlopen)/m.test(text),
  )
  expect(toHolder).toHaveLength(4)
  for (const text of toHolder) expect(text).toContain('Hallo,')
})

it('takes an expired domain out of the DNS for at least eight days before it is deleted', async () => {
  const updates = await platform.sandbox.taken('short.com', 'domain:update')
  const held = updates.filter(({ request }) => request.includes('clientHold'))
  const [deleted] = await platform.sandbox.taken('short.com', 'domain:delete')
  expect(held).toHaveLength(1)
  expect(held[0]!.request).toMatch(/<(\w+:)?add>.*clientHold.*<\/(\w+:)?add>/s)
  expect((Date.parse(deleted!.at) - Date.parse(held[0]!.at)) / DAY / 1000).toBeGreaterThan(8)
})

it('lists the mails of one domain, by page, and none of another account', async () => {
  const page = await listed('limit=1&offset=3')
  expect(page).toMatchObject({ total: 4, results: [{ kind: 'in-30-days' }] })
  expect(await listed('offset=4')).toEqual({ results: [], total: 4 })
  expect(await listed(`domain_id=${id + 1}`)).toEqual({ results: [], total: 0 })
  const bert = await platform.open('bert')
  expect((await bert('GET', `${mails}?domain_id=${id}`)).json.data).toEqual({ results: [], total: 0 })
})

it('keeps whom the account wants to be mailed', async () => {
  const read = async () => (await anna('GET', `${mails}/settings`)).json.data
  expect(await read()).toEqual({ to_registrants: true, to_administrators: false })
  expect((await setting({ to_administrators: true })).data).toEqual({ to_registrants: true, to_administrators: true })
  expect((await setting({ to_registrants: false })).data).toEqual({ to_registrants: false, to_administrators: true })
  expect((await setting({})).data).toEqual({ to_registrants: false, to_administrators: true })
  expect(await read()).toEqual({ to_registrants: false, to_administrators: true })
  const { results } = (await anna('GET', '/v1/audit?event=expiry-mails.set-settings')).json.data
  expect(results.map(({ changes }: { changes: object }) => changes)).toEqual([
    { to_registrants: { from: true, to: false } },
    { to_administrators: { from: false, to: true } },
  ])
})

it('tries every refusal and query field of these mails', () =>
  expect(platform.exercised.untried('expiry-mails')).toEqual([]))
