import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@nameyard/testing/eventually'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** The words of accounts for their mails, from the request to the mail. */

let platform: InProcess
let anna: Ask
let bert: Ask

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  anna = await platform.open('anna')
  bert = await platform.open('bert')
})
afterAll(() => platform?.close())

const emails = '/v1/emails'
const words = (subject: string, text: string, html?: string) => [
  { name: 'subject', value: subject },
  { name: 'text', value: text },
  ...(html === undefined ? [] : [{ name: 'html', value: html }]),
]
const create = async (body: object, ask = anna) => (await ask('POST', emails, { body })).json
const list = async (query: string, ask = anna) => (await ask('GET', `${emails}?${query}`)).json.data

/** Starts the verification of a new customer's address and returns the mail, as the mail folder has it. */
async function verificationMail(email: string, ask: Ask, over: object = {}): Promise<string> {
  const { handle } = (await ask('POST', '/v1/customers', { body: { ...person, email } })).json.data
  const started = await ask('POST', '/v1/customers/verifications/emails/start', { body: { email, handle, ...over } })
  expect(started.status).toBe(200)
  return eventually(async () => {
    const files = (await readdir(platform.mails)).filter((file) => file.endsWith('.eml'))
    const mails = await Promise.all(files.map((file) => readFile(join(platform.mails, file), 'utf8')))
    return mails.find((mail) => mail.includes(`To: ${email}\r`))
  }, 'the verification mail')
}

it('mails in the words of the account, and of no other', async () => {
  const fields = words('Check {{email}}', 'Klick: {{link}}', '<p class="own"><a href="{{link}}">{{account}}</a></p>')
  await create({ group: 'ive', name: 'all', fields })
  const own = await verificationMail('own@example.com', anna)
  expect(own).toContain('Subject: Check own@example.com')
  expect(own.replaceAll('=\r\n', '')).toMatch(/Klick: https:\S+\/verify\/[^]*<p class=3D"own"><a href=3D"https:/)
  expect(await verificationMail('foreign@example.com', bert)).toContain('Subject: Please confirm')
})

it('chooses among the templates by tag, locale and language', async () => {
  await create({ group: 'ive', name: 'nl', locale: ['nl_NL'], fields: words('Nederlands', '{{link}}') })
  await create({
    group: 'ive',
    name: 'gold',
    tags: [{ key: 'customer', value: 'gold' }],
    fields: words('Gold', '{{link}}'),
  })
  await create({ group: 'ive', name: 'off', is_active: false, locale: ['nl_BE'], fields: words('Off', '{{link}}') })
  expect(await verificationMail('nl@example.com', anna, { language: 'nl_BE' })).toContain('Subject: Nederlands')
  expect(await verificationMail('de@example.com', anna, { language: 'de_DE' })).toContain('Subject: Check de@')
  expect(await verificationMail('gold@example.com', anna, { tag: 'gold', language: 'nl_NL' })).toContain(
    'Subject: Gold',
  )
})

it('lists the templates of the account and the words of the platform', async () => {
  expect(await list('is_system=true&limit=1')).toMatchObject({
    total: 100,
    results: [{ id: 1, group: 'errp', type: 'expiry', locale: ['en'], is_system: true }],
  })
  const { results, total } = await list('is_system=false&group=ive&offset=1')
  expect(total).toBe(4)
  expect(results.map(({ name }: { name: string }) => name)).toEqual(['nl', 'gold', 'off'])
  expect(await list('name=gold')).toMatchObject({ total: 1, results: [{ tags: [{ key: 'customer', value: 'gold' }] }] })
  expect(await list(`id=${results[0].id}`)).toMatchObject({ total: 1, results: [{ locale: ['nl_NL'] }] })
  expect(await list(`id=${results[0].id}`, bert)).toEqual({ results: [], total: 0 })
})

it('changes and deletes templates of the account alone', async () => {
  const { id } = (await create({ group: 'errp', name: 'expiry', fields: words('{{domain}}', '{{day}}') })).data
  expect((await bert('PUT', `${emails}/${id}`, { body: { name: 'x' } })).json).toMatchObject({ code: 98 })
  expect((await bert('DELETE', `${emails}/${id}`)).json).toMatchObject({ code: 98 })
  const body = { is_active: false, fields: [{ name: 'subject', value: '{{domain}}!' }] }
  expect((await anna('PUT', `${emails}/${id}`, { body })).json.data).toEqual({ success: true })
  expect((await list(`id=${id}`)).results[0]).toMatchObject({
    is_active: false,
    fields: [
      { name: 'subject', value: '{{domain}}!' },
      { name: 'text', value: '{{day}}' },
    ],
  })
  expect((await anna('PUT', `${emails}/${id}`, { body })).json.data).toEqual({ success: true })
  expect((await anna('PUT', `${emails}/1`, { body })).status).toBe(404)
  const refused = async (change: object) => (await anna('PUT', `${emails}/${id}`, { body: change })).json.desc
  expect(await refused({ fields: words('x', '{{link}}') })).toBe('fields.text, line 1: the variable link is unknown.')
  expect(await refused({ type: 'x' })).toBe('type: GET /v1/emails lists the types of the group.')
  expect((await anna('DELETE', `${emails}/${id}`)).json.data).toEqual({ success: true })
  expect((await anna('DELETE', `${emails}/${id}`)).status).toBe(404)
})

it.each([
  [
    'an unknown variable',
    { group: 'errp', fields: words('x', 'a\n{{owner}}') },
    'fields.text, line 2: the variable owner is unknown.',
  ],
  [
    'a syntax error',
    { group: 'errp', fields: words('{{#domain}}', 'x') },
    'fields.subject, line 1: the section domain is not closed: add {{/domain}}.',
  ],
  [
    'a script',
    { group: 'errp', fields: words('x', 'x', '\n<script>') },
    'fields.html, line 2: <script is not allowed.',
  ],
  [
    'a mail without its link',
    { group: 'ive', fields: words('x', 'x') },
    'fields.text, line 1: the link is missing: add {{link}}.',
  ],
  ['no words', { group: 'errp' }, 'fields.subject, line 1: is missing.'],
  ['a group without mails', { group: 'tcn', fields: words('x', 'x') }, 'group: no mail of tcn is sent here.'],
  [
    'an unknown type',
    { group: 'other', type: 'x', fields: words('x', 'x') },
    'type: GET /v1/emails lists the types of the group.',
  ],
])('refuses %s, in a preview too', async (_, body, desc) => {
  const { status, json } = await anna('POST', emails, { body: { name: 'bad', ...body } })
  expect({ status, desc: json.desc }).toEqual({ status: 400, desc })
  if (!('fields' in body)) return
  expect((await anna('POST', `${emails}/preview`, { body })).json.desc).toBe(desc)
})

it('previews a mail with sample data', async () => {
  const shown = async (body: object, ask = bert) => (await ask('POST', `${emails}/preview`, { body })).json.data
  const mail = await shown({ group: 'errp', locale: 'de_DE' })
  expect(mail.subject).toBe('example.com läuft am 2028-01-31 ab')
  expect(mail.html).toMatch(/^<!doctype html>\n<html lang="de">/)
  expect(mail.variables).toContainEqual({ name: 'domain', description: 'Name of the domain.', sample: 'example.com' })
  expect(await shown({ group: 'errp', fields: words('{{day}}', '<b>{{domain}}') })).toMatchObject({
    subject: '2028-01-31',
    text: '<b>example.com\n',
    html: expect.stringContaining('<p>&lt;b&gt;example.com</p>'),
  })
  expect((await shown({ group: 'ive' }, anna)).subject).toBe('Check anna@example.com')
})

it('puts the sender, the logo, the color and the footer of the account on its mails', async () => {
  const carl = await platform.open('carl')
  const look = async (body: object) => (await carl('PUT', `${emails}/branding`, { body })).json
  const body = {
    name: 'Carl & Co',
    reply_to: 'help@carl.example',
    logo_url: 'https://carl.example/logo.png?a=1&b=2',
    color: '#1a5fb4',
    footer: 'Carl & Co\nMain Street 1',
  }
  expect((await look(body)).data).toEqual(body)
  expect((await look({ color: '#1A5FB4' })).data).toEqual({ ...body, color: '#1A5FB4' })
  expect((await carl('GET', `${emails}/branding`)).json.data).toEqual({ ...body, color: '#1A5FB4' })
  const mail = (await verificationMail('carl@example.com', carl)).replaceAll('=\r\n', '')
  expect(mail).toMatch(/^From: "?Carl & Co"? <.*>\r$/m)
  expect(mail).toMatch(/^Reply-To: help@carl\.example\r$/m)
  const { html, text } = (await carl('POST', `${emails}/preview`, { body: { group: 'ive' } })).json.data
  expect(html).toContain('<img src="https://carl.example/logo.png?a=1&amp;b=2" alt="Carl &amp; Co"')
  expect(html).toContain('border-top: 4px solid #1A5FB4')
  expect(html).toContain('Carl &amp; Co<br>\nMain Street 1</p>')
  expect(text.endsWith('\n-- \nCarl & Co\nMain Street 1\n')).toBe(true)
  const others = { name: '', reply_to: '', logo_url: '', color: '', footer: '' }
  expect((await bert('GET', `${emails}/branding`)).json.data).toEqual(others)
  expect((await look({ reply_to: 'nobody' })).desc).toMatch(/^reply_to: must be an e-mail address/)
  expect((await look({ logo_url: 'http://carl.example/' })).desc).toBe('logo_url: must be an address with https.')
  expect((await look({ color: 'red' })).desc).toBe('color: must be a color such as #1a5fb4.')
})

it('mails a test to the person who asks for it and has the code that was mailed there', async () => {
  const dora = await platform.open('dora')
  const test = async (body: object) => (await dora('POST', `${emails}/test`, { body: { group: 'errp', ...body } })).json
  const mailWith = (text: string) =>
    eventually(async () => {
      const files = (await readdir(platform.mails)).filter((file) => file.endsWith('.eml'))
      const mails = await Promise.all(files.map((file) => readFile(join(platform.mails, file), 'utf8')))
      return mails.find((mail) => mail.includes('To: dora@example.com\r') && mail.includes(text))
    }, `a mail with ${text}`)
  expect((await test({})).data).toEqual({ sent: 'code', email: 'dora@example.com' })
  const [, code] = /^([0-9a-f]{12})\r$/m.exec(await mailWith('Subject: Code for test mails'))!
  expect((await test({ code })).data).toEqual({ sent: 'test', email: 'dora@example.com' })
  await mailWith('Subject: [Test] example.com')
  expect((await test({ code: '0'.repeat(12) })).desc).toMatch(/^code: is not the one mailed/)
  expect((await test({ code, fields: words('x', '{{#open}}') })).desc).toMatch(/^fields\.text, line 1/)
  expect((await test({ code, group: 'other', type: 'x' })).desc).toBe(
    'type: GET /v1/emails lists the types of the group.',
  )
  for (let left = 2; left > 0; left -= 1) expect((await test({})).code).toBe(0)
  expect((await dora('POST', `${emails}/test`, { body: { group: 'errp' } })).status).toBe(429)
})

it('allows a bounded number of templates', async () => {
  const body = { group: 'errp', name: 'many', fields: words('x', 'x') }
  for (let count = 0; count < 200; count += 1) expect((await create(body, bert)).code).toBe(0)
  expect(await create(body, bert)).toMatchObject({ code: 399 })
})

it('tries every refusal and query field of these operations', () =>
  // Who gets mails: event-mails.spec.ts. A contact without an address: test-mails.int.spec.ts of customers.
  expect(
    platform.exercised.untried('emails').filter((each) => !/-recipients |test_without_address/.test(each)),
  ).toEqual([]))
