import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { everyRight } from '@nameyard/contracts/rights'
import { eventually } from '@nameyard/testing/eventually'
import { describeInBrowser, openBrowser } from '../src/browser'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Approvals by a mailed link: who gets one, what its page shows, and what decides. */

const password = 'correct horse battery'

let platform: InProcess
let admin: Ask
let handle: string
/** Recovery codes of the administrator: each is a second factor once. */
let codes: string[]

const doneBy = (ask: Ask) => async (method: string, path: string, body?: object) => {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const done = (method: string, path: string, body?: object) => doneBy(admin)(method, path, body)

/** Adds a second factor to the person. Returns the recovery codes. */
const withFactor = async (ask: Ask): Promise<string[]> => {
  const { id, secret } = await doneBy(ask)('POST', '/v1/auth/factors/totp', { name: 'phone', password })
  const code = new TOTP({ secret: Secret.fromBase32(secret as string) }).generate()
  return (await doneBy(ask)('POST', `/v1/auth/factors/totp/${id}/confirm`, { code })).recovery_codes
}

beforeAll(async () => {
  platform = await startInProcess()
  admin = await platform.open('mailed')
  ;({ handle } = await done('POST', '/v1/customers', person))
  codes = await withFactor(admin)
  await done('POST', '/v1/contacts', {
    ...person,
    username: 'mailed-tech',
    email: 'tech@example.org',
    password,
    role: 'tech',
  })
})
afterAll(() => platform?.close())

/** All mails about approvals, as their recipients see them. */
const mails = async () => {
  const files = (await readdir(platform.mails)).filter((file) => file.endsWith('.eml'))
  const texts = await Promise.all(files.map((file) => readFile(join(platform.mails, file), 'utf8')))
  return texts
    .map((text) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
    .flatMap((text) => {
      const path = /\/approve-call\/[\w-]+/.exec(text)?.[0]
      return path === undefined ? [] : [{ path, text, to: /^To: (\S+)\r$/m.exec(text)?.[1] }]
    })
}

let names = 0

/** Asks for an order with a new key. Returns the approval, the order, and the link that is mailed. */
const ask = async () => {
  const known = new Set((await mails()).map(({ path }) => path))
  const { key } = await done('POST', '/v1/keys', { name: 'shop <b>', scope: everyRight, approval: 'purchases' })
  const asked = order(`mailed-${(names += 1)}.com`, handle)
  const buy = (headers = {}) =>
    platform.ask('POST', '/v1/domains', { body: asked, headers: { authorization: `Bearer ${key}`, ...headers } })
  const { json } = await buy()
  const id = Number(/^Needs approval (\d+) /.exec(json.desc)![1])
  const found = await eventually(
    async () => (await mails()).find(({ path }) => !known.has(path)) ?? false,
    'the mail with the link',
  )
  return { id, name: `mailed-${names}.com`, buy, ...found }
}

const open = async (path: string) => {
  const answer = await fetch(new URL(path, platform.url), { redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const send = async (path: string, fields: Record<string, string>) => {
  const body = new URLSearchParams(fields)
  const answer = await fetch(new URL(path, platform.url), { method: 'POST', body })
  return { status: answer.status, text: await answer.text() }
}
const stateOf = async (id: number) => (await done('GET', `/v1/approvals/${id}`)).status as string

it('the people who may approve a call get a mail; the page shows the call, and opening it decides nothing', async () => {
  const { id, name, path, text, to } = await ask()
  expect(to).not.toBe('tech@example.org')
  expect(text).toContain('Register a domain')
  expect(text).toContain(name)
  expect((await mails()).filter((mail) => mail.text.includes(name))).toHaveLength(1)
  for (let opened = 0; opened < 2; opened += 1) {
    const page = await open(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
    for (const shown of ['Register a domain (domains.create)', 'shop &lt;b&gt;', name.replace('.com', ''), ' EUR'])
      expect(page.text).toContain(shown)
  }
  expect(await stateOf(id)).toBe('pending')
})

it('the call is approved with the password and a second factor, and the link works once', async () => {
  const { id, path, buy } = await ask()
  const refused = [
    [{ answer: 'yes' }, 401],
    [{ answer: 'yes', password: 'wrong', otp: codes[0]! }, 401],
    [{ answer: 'yes', password, otp: '' }, 403],
    [{ answer: 'yes', password, otp: 'AAAA-BBBB-CCCC-DDDD' }, 403],
    [{ password, otp: codes[0]! }, 400],
  ] as const
  for (const [fields] of refused) {
    const { status } = await send(path, fields)
    expect([fields, status >= 400 && status < 500]).toEqual([fields, true])
    expect(await stateOf(id)).toBe('pending')
  }
  const given = await eventually(async () => {
    const { status, text } = await send(path, { answer: 'yes', password, otp: codes[0]! })
    return status === 429 ? false : { status, text }
  }, 'the end of the wait after wrong answers')
  codes.shift()
  expect(given).toMatchObject({ status: 200, text: expect.stringContaining('You have approved the call.') })
  expect(await stateOf(id)).toBe('approved')
  expect((await open(path)).status).toBe(404)
  expect((await send(path, { answer: 'no', password, otp: codes[0]! })).status).toBe(404)
  expect(await buy({ approval: String(id) })).toMatchObject({ status: 200, json: { data: { status: 'ACT' } } })
  const decided = (await done('GET', '/v1/audit?event=approvals.approve')).results[0]
  expect(decided).toMatchObject({ subject: `approval ${id}`, contact_id: expect.any(Number) })
})

it('the call is refused by the link', async () => {
  const { id, path, buy } = await ask()
  expect((await send(path, { answer: 'no', password, otp: codes.shift()! })).text).toContain(
    'You have refused the call.',
  )
  expect(await buy({ approval: String(id) })).toMatchObject({ status: 403, json: { code: 10008 } })
})

it('the link is worth nothing to another account, and nothing to the key', async () => {
  const { id, path, buy } = await ask()
  const stranger = await platform.open('stranger')
  const [code] = await withFactor(stranger)
  expect((await send(path, { answer: 'yes', username: 'stranger', password, otp: code! })).status).toBeGreaterThan(400)
  expect(await stateOf(id)).toBe('pending')
  expect(await stranger('GET', `/v1/approvals/${id}`)).toMatchObject({ status: 404 })
  const token = path.slice('/approve-call/'.length)
  expect((await buy()).text).not.toContain(token)
  expect((await open(`${path}x`)).status).toBe(404)
  expect((await open('/approve-call/unknown')).status).toBe(404)
})

it('panels tell people what waits, without a link', async () => {
  const { id, path } = await ask()
  const notices = async () =>
    (await done('GET', '/v1/notices?type=approval.requested')).results as { subject: string }[]
  const found = await eventually(
    async () => (await notices()).find(({ subject }) => subject === `approvals/${id}`) ?? false,
    'the notice',
  )
  expect(found).toMatchObject({ severity: 'warning', text: expect.stringContaining('waits for an approval') })
  await done('POST', `/v1/approvals/${id}/refuse`)
  const events = async () => (await done('GET', '/v1/events?limit=500')).results as { type: string; data: object }[]
  const isTold = async () => (await events()).some((event) => event.type === 'approval.decided')
  await eventually(isTold, 'the event of the decision')
  expect(JSON.stringify(await events())).not.toContain(path.slice('/approve-call/'.length))
})

describeInBrowser('in a browser', () => {
  it('a person reads the call and approves it, without a script', async () => {
    const { id, name, path } = await ask()
    const browser = await openBrowser()
    try {
      const page = await browser.newPage({ javaScriptEnabled: false })
      await page.goto(new URL(path, platform.url).href)
      expect(await page.textContent('main')).toContain(name.replace('.com', ''))
      const { APPROVAL_SCREENSHOT: screenshot } = process.env
      if (screenshot !== undefined) await page.screenshot({ path: screenshot, fullPage: true })
      await page.fill('#password', password)
      await page.fill('#otp', codes.shift()!)
      await page.click('button[value=yes]')
      expect(await page.textContent('main')).toContain('You have approved the call.')
    } finally {
      await browser.close()
    }
    expect(await stateOf(id)).toBe('approved')
  })
})
