import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Mails about events of the account: from the request to the mail in the folder. */

let platform: InProcess
let anna: Ask
let handle: string
let id: number

const recipients = '/v1/emails/recipients'

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  anna = await platform.open('anna')
  const owner = { ...person, email: 'holder@example.com', locale: 'nl_NL' }
  handle = (await anna('POST', '/v1/customers', { body: owner })).json.data.handle
  id = (await anna('POST', '/v1/domains', { body: order('mailed.com', handle) })).json.data.id
  await isActive()
})
afterAll(() => platform?.close())

const isActive = () =>
  eventually(async () => (await anna('GET', `/v1/domains/${id}`)).json.data.status === 'ACT', 'the domain')

/** The mails to the registrant that have a text in their subject, decoded. */
async function mailsToHolder(subject: string): Promise<string[]> {
  const files = (await readdir(platform.mails)).filter((file) => file.endsWith('.eml'))
  const mails = await Promise.all(files.map((file) => readFile(join(platform.mails, file), 'utf8')))
  return mails
    .filter((mail) => /^To: holder@example\.com\r$/m.test(mail) && mail.includes(`Subject: ${subject}`))
    .map((mail) => mail.replaceAll('=\r\n', ''))
}
const mailed = (subject: string, count: number) =>
  eventually(async () => {
    const found = await mailsToHolder(subject)
    return found.length === count && found
  }, `${count} mails ${subject}`)

/** Renews the domain. An equal request within ten seconds would count as the same one, so each has a period of its own. */
async function renew(period: number): Promise<void> {
  const before = (await anna('GET', `/v1/domains/${id}`)).json.data.expiration_date
  expect((await anna('POST', `/v1/domains/${id}/renew`, { body: { period } })).status).toBe(200)
  await eventually(
    async () => (await anna('GET', `/v1/domains/${id}`)).json.data.expiration_date > before,
    'the renewal',
  )
}
const choose = async (type: string, body: object, ask = anna) =>
  (await ask('PUT', `${recipients}/${type}`, { body })).json
const events = async (type: string) => (await anna('GET', `/v1/events?type=${type}`)).json.data.results

it('mails the registrant in the language of the customer that the domain was renewed', async () => {
  await renew(1)
  const [mail] = await mailed('mailed.com is verlengd', 1)
  const { expiration_date: expires } = (await anna('GET', `/v1/domains/${id}`)).json.data
  expect(mail).toContain(`betaald tot ${expires} UTC`)
  expect(mail).toContain('Content-Type: text/html')
  const { results } = (await anna('GET', '/v1/mail-deliveries?email=holder@example.com')).json.data
  expect(results).toContainEqual(expect.objectContaining({ type: 'domain-renewed', object: `domains/${id}` }))
})

it('mails nobody about what the account has switched off, and only its own settings count', async () => {
  const bert = await platform.open('bert')
  expect(await choose('domain-renewed', { recipients: 'reseller' }, bert)).toMatchObject({ code: 0 })
  expect(await choose('domain-renewed', { recipients: 'nobody' })).toMatchObject({
    data: { recipients: 'nobody', default_recipients: 'registrant', is_demanded: false },
  })
  await renew(2)
  // The mail about a later event comes, that about the renewal does not.
  expect((await anna('GET', `/v1/domains/${id}/authcode`)).status).toBe(200)
  await mailed('De verhuiscode van mailed.com is verstrekt', 1)
  expect(await events('domain.renewed')).toHaveLength(2)
  expect(await mailsToHolder('mailed.com is verlengd')).toHaveLength(1)
  const { results } = (await anna('GET', '/v1/audit?event=emails.set-recipients')).json.data
  expect(results.map(({ changes }: { changes: object }) => changes)).toEqual([
    { recipients: { from: 'registrant', to: 'nobody' } },
  ])
})

it('tells of a disclosed code without the code', async () => {
  const { auth_code: code } = (await anna('GET', `/v1/domains/${id}/authcode`)).json.data
  for (const mail of await mailed('De verhuiscode van mailed.com is verstrekt', 2)) expect(mail).not.toContain(code)
})

it('tells of a lock that was removed', async () => {
  for (const is_locked of [true, false]) {
    expect((await anna('PUT', `/v1/domains/${id}`, { body: { is_locked } })).status).toBe(200)
    await eventually(async () => {
      const { data } = (await anna('GET', `/v1/domains/${id}`)).json
      return data.is_locked === is_locked && data.status === 'ACT'
    }, 'the lock')
  }
  await mailed('De verhuisblokkade van mailed.com is opgeheven', 1)
})

it('refuses to switch off what a policy demands, and what a mail does not offer', async () => {
  const demanded = await choose('transfer-out-requested', { recipients: 'nobody' })
  expect(demanded).toMatchObject({ code: 399, desc: expect.stringContaining('the transfer policy demands') })
  expect(await choose('expiry', { recipients: 'nobody' })).toMatchObject({ code: 399 })
  expect(await choose('credit-low', { recipients: 'registrant' })).toMatchObject({ code: 806 })
  expect(await choose('birthday', { recipients: 'both' })).toMatchObject({ code: 806 })
  const listed = (await anna('GET', `${recipients}?limit=500&offset=0`)).json.data.results
  const demand = listed.find(({ type }: { type: string }) => type === 'transfer-out-requested')
  expect(demand).toMatchObject({ is_demanded: true, recipients: 'both', choices: ['registrant', 'both'] })
})

it('words its mails in the words of the account', async () => {
  const fields = [
    { name: 'subject', value: 'Klaar: {{domain}}' },
    { name: 'text', value: 'Tot {{expiration_date}}.' },
  ]
  const created = await anna('POST', '/v1/emails', {
    body: { group: 'other', type: 'domain-renewed', name: 'own', fields },
  })
  expect(created.status).toBe(200)
  await choose('domain-renewed', { recipients: 'registrant' })
  await renew(3)
  await mailed('Klaar: mailed.com', 1)
})

it('asks the registrant within a year to check the data of the registration', async () => {
  const advance = async (body: object) =>
    (await anna('POST', '/v1/sandbox/clock/advance', { body })).json.data as { is_done: boolean; until: string }
  let moved = await advance({ seconds: 370 * 24 * 3600 })
  while (!moved.is_done) moved = await advance({ until: moved.until })
  const [mail] = await mailed('Controleer de registratiegegevens van mailed.com', 1)
  expect(mail).toContain(person.name.last_name)
  expect(mail).toContain('holder@example.com')
})

it('tries every refusal and query field of these operations', () =>
  expect(platform.exercised.untried('emails').filter((each) => /-recipients /.test(each))).toEqual([]))
