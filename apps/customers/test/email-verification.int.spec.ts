import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Controller } from '@nestjs/common'
import { confirmEmailVerification } from '@nameyard/contracts/customers/confirm-email-verification'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { findEmailVerification } from '@nameyard/contracts/customers/find-email-verification'
import { listEmailVerifications } from '@nameyard/contracts/customers/list-email-verifications'
import { restartEmailVerification } from '@nameyard/contracts/customers/restart-email-verification'
import { sendVerificationEmail } from '@nameyard/contracts/customers/send-verification-email'
import { startEmailVerification } from '@nameyard/contracts/customers/start-email-verification'
import { suspensionChanged } from '@nameyard/contracts/customers/suspension-changed'
import { updateCustomer } from '@nameyard/contracts/customers/update-customer'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import type { Payload } from '@nameyard/contracts/event'
import type { InputGiven } from '@nameyard/contracts/operation'
import { Consumes } from '@nameyard/messaging/consumes'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { runningService, type Account, type RunningService } from './running-service'

const DAY = 86_400_000
const UNSET = '0000-00-00 00:00:00'
const UNKNOWN = 'A'.repeat(78)

/** What the service that owns domains was told. */
const told: Payload<typeof suspensionChanged>[] = []

@Controller()
class OwnerOfDomains {
  @Consumes(suspensionChanged)
  async on(suspension: Payload<typeof suspensionChanged>) {
    told.push(suspension)
  }
}

let running: RunningService
let domains: TestParty
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nameyard-mail-'))
  running = await runningService({
    MAIL_FOLDER: folder,
    MAIL_FROM: 'Names <names@example.net>',
    PUBLIC_URL: 'https://names.example.net',
    EMAIL_VERIFICATION_SWEEP_SECONDS: '0.05',
  })
  domains = await testParty('domains', { url: running.amqpUrl, clock: running.clock, controllers: [OwnerOfDomains] })
})

afterAll(async () => {
  await domains?.close()
  await running?.close()
  await rm(folder, { recursive: true, force: true })
})

let addresses = 0
let domainId = 0

/** A customer with an address of its own. */
async function customer({ call }: Account, email = `Anna${++addresses}@example.com`) {
  const given: InputGiven<typeof createCustomer> = {
    name: { first_name: 'Anna', last_name: 'Tester' },
    address: { street: 'Main Street', number: '1', zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '+31', area_code: '20', subscriber_number: '1234567' },
    email,
  }
  const { handle } = await running.rpc.call(createCustomer, given, call())
  return { email, handle: handle! }
}

/** What its service tells of a domain; without a version, news of a new domain. */
async function tell(
  { resellerId }: Account,
  { id = ++domainId, ...change }: Partial<Payload<typeof domainChanged>> & { name: string; ownerHandle: string },
): Promise<number> {
  const changedAt = running.clock.now().toISOString()
  const payload = { id, resellerId, status: 'ACT', isHeld: true, version: 1, changedAt, ...change }
  const message = { message: domainChanged, payload, messageId: randomUUID() }
  await domains.publisher.publish([{ ...message, correlationId: running.anonymous().correlationId }])
  return id
}

/** A domain that was ordered, and is known here. */
async function register(own: Account, name: string, ownerHandle: string): Promise<number> {
  const id = await tell(own, { name, ownerHandle })
  await eventually(async () => (await list(own, { domain_id: id })).total === 1, `the row of ${name}`)
  return id
}

const start = ({ call }: Account, input: InputGiven<typeof startEmailVerification>) =>
  running.rpc.call(startEmailVerification, input, call())
const restart = ({ call }: Account, input: InputGiven<typeof restartEmailVerification>) =>
  running.rpc.call(restartEmailVerification, input, call())
const list = ({ call }: Account, query: InputGiven<typeof listEmailVerifications> = {}) =>
  running.rpc.call(listEmailVerifications, query, call())
const confirm = (token: string) => running.rpc.call(confirmEmailVerification, { token }, running.anonymous())
const find = (token: string) => running.rpc.call(findEmailVerification, { token }, running.anonymous())

/** The mails to an address, oldest first is not promised. */
async function mailsTo(email: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'))
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return mails.filter((mail) => mail.includes(`\r\nTo: ${email}\r\n`))
}

/** Quoted-printable folds long lines (RFC 2045 section 6.7). */
const readable = (mail: string) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')

/** The tokens mailed to an address, once there are so many mails. */
async function tokensTo(email: string, mails = 1): Promise<string[]> {
  const found = await eventually(async () => {
    const found = await mailsTo(email)
    return found.length === mails && found
  }, `${mails} mails to ${email}`)
  return found.map((mail) => {
    return /https:\/\/names\.example\.net\/verify\/([\w-]+)/.exec(readable(mail))![1]!
  })
}

/** The token of the newest of an address's mails, given the tokens of those before. */
async function newestToken(email: string, before: readonly string[]): Promise<string> {
  return (await tokensTo(email, before.length + 1)).find((token) => !before.includes(token))!
}

describe('a verification', () => {
  it('begins with a mail to the address and a deadline of fifteen days', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await expect(start(own, { email: email.toUpperCase(), handle })).resolves.toEqual({ id: expect.any(Number) })
    await expect(list(own)).resolves.toEqual({
      results: [
        {
          domain: '',
          email,
          handle,
          status: 'in progress',
          expiration_date: '2027-01-16 00:00:00',
          is_suspended: false,
        },
      ],
      total: 1,
    })
    await tokensTo(email)
    const [mail] = await mailsTo(email)
    expect(mail).toContain('\r\nFrom: Names <names@example.net>\r\n')
    expect(mail).toMatch(/\r\nMessage-ID: <[\da-f-]{36}@example\.net>\r\n/)
    expect(mail).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(mail).toContain('Subject: Please confirm your e-mail address\r\n')
    expect(readable(mail!)).toContain('2027-01-16 00:00:00 UTC')
  })

  it.each([
    ['nl', 'Subject: Bevestig uw e-mailadres'],
    ['de_DE', 'Subject: =?UTF-8?'],
    ['xx', 'Subject: Please confirm'],
  ])('speaks %s', async (language, subject) => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await start(own, { email, handle, language })
    const [token] = await tokensTo(email)
    expect((await mailsTo(email))[0]).toContain(subject)
    await expect(find(token!)).resolves.toEqual({ email, language })
  })

  it('ends with the confirmation, once', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await start(own, { email, handle })
    const [token] = await tokensTo(email)
    await expect(find(token!)).resolves.toMatchObject({ email })
    await expect(list(own, { status: 'in progress' })).resolves.toMatchObject({ total: 1 })
    await expect(confirm(token!)).resolves.toMatchObject({ email })
    const refusal = { refusal: 'email_verification_not_found' }
    await expect(confirm(token!)).rejects.toMatchObject(refusal)
    await expect(find(token!)).rejects.toMatchObject(refusal)
    const { results } = await list(own)
    expect(results).toEqual([
      { domain: '', email, handle, status: 'verified', expiration_date: UNSET, is_suspended: false },
    ])
    await expect(start(own, { email, handle })).rejects.toMatchObject({ refusal: 'email_verified' })
    await expect(restart(own, { email })).rejects.toMatchObject({ refusal: 'email_verified' })
  })

  it('is confirmed by one of two who open the link at the same moment', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await start(own, { email, handle })
    const [token] = await tokensTo(email)
    const asked = await Promise.allSettled([confirm(token!), confirm(token!)])
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is started once', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const asked = await Promise.allSettled([start(own, { email, handle }), start(own, { email, handle })])
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(start(own, { email, handle })).rejects.toMatchObject({
      refusal: 'email_verification_running',
      details: { email },
    })
    await tokensTo(email)
  })

  it('is of one account', async () => {
    const [own, other] = [await running.account(), await running.account()]
    const { email, handle } = await customer(own)
    await start(own, { email, handle })
    const unknown = { refusal: 'customer_not_found', details: { handle } }
    await expect(start(other, { email, handle })).rejects.toMatchObject(unknown)
    await expect(start(other, { email, handle: 'XX1-XX' })).rejects.toMatchObject({ refusal: 'customer_not_found' })
    await expect(restart(other, { email })).rejects.toMatchObject({ refusal: 'email_verification_not_found' })
    await expect(restart(other, { email, handle })).rejects.toMatchObject(unknown)
    await expect(list(other)).resolves.toEqual({ results: [], total: 0 })
    const theirs = await customer(other, email)
    await expect(start(other, theirs)).resolves.toEqual({ id: expect.any(Number) })
  })

  it.each([
    [{ handle: 'X' }, 'email'],
    [{ email: ' ', handle: 'X' }, 'email'],
    [{ email: 'a@example.com' }, 'handle'],
    [{ email: 'a@example.com', handle: '' }, 'handle'],
  ])('is not started with %j: %s is missing', async (input, field) => {
    const own = await running.account()
    const missing = { refusal: 'email_argument_missing', details: { field } }
    await expect(start(own, input)).rejects.toMatchObject(missing)
    if (field === 'email') await expect(restart(own, input)).rejects.toMatchObject(missing)
  })

  it("is not started for an address that is not the customer's", async () => {
    const own = await running.account()
    const { handle } = await customer(own)
    await expect(start(own, { email: 'other@example.com', handle })).rejects.toMatchObject({
      refusal: 'invalid_input',
      details: { field: 'email' },
    })
  })
})

describe('a restart', () => {
  it('needs a verification that was started', async () => {
    const own = await running.account()
    const { email } = await customer(own)
    await expect(restart(own, { email })).rejects.toMatchObject({ refusal: 'email_verification_not_found' })
  })

  it('writes again, voids the link of before and moves the deadline', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await start(own, { email, handle })
    const before = await tokensTo(email)
    running.clock.advance(DAY)
    const deadline = new Date(running.clock.epochMs() + 15 * DAY).toISOString().slice(0, 10)
    await expect(restart(own, { email: email.toLowerCase() })).resolves.toEqual({ success: true })
    const token = await newestToken(email, before)
    await expect(list(own)).resolves.toMatchObject({ results: [{ expiration_date: `${deadline} 00:00:00` }], total: 1 })
    await expect(confirm(before[0]!)).rejects.toMatchObject({ refusal: 'email_verification_not_found' })
    await expect(confirm(token)).resolves.toMatchObject({ email })
  })
})

describe('a deadline that passes', () => {
  async function lapsed() {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const domain = `lapsed${domainId + 1}.example`
    const id = await register(own, domain, handle)
    await start(own, { email, handle })
    const tokens = await tokensTo(email)
    running.clock.advance(15 * DAY)
    return { own, email, handle, tokens, domain, id }
  }
  const suspendedInRow = (email: string) =>
    eventually(async () => {
      const { rows } = await running.sql.query('select * from email_verification where email = $1', [email])
      return rows[0]?.is_suspended && rows[0]
    }, 'the suspension')

  it('counts at once and is written down by the timer', async () => {
    const { own, email, handle, domain } = await lapsed()
    const expected = {
      domain,
      email,
      handle,
      status: 'failed',
      description: 'expired',
      expiration_date: UNSET,
      is_suspended: true,
    }
    await expect(list(own)).resolves.toEqual({ results: [expected], total: 1 })
    await expect(suspendedInRow(email)).resolves.toMatchObject({
      status: 'failed',
      failure: 'expired',
      link_nonce: null,
    })
    await expect(list(own, { is_suspended: true })).resolves.toEqual({ results: [expected], total: 1 })
  })

  it('ends the link, and a new start verifies and lifts the suspension', async () => {
    const { own, email, handle, tokens } = await lapsed()
    await expect(find(tokens[0]!)).rejects.toMatchObject({ refusal: 'email_verification_not_found' })
    await expect(confirm(tokens[0]!)).rejects.toMatchObject({ refusal: 'email_verification_not_found' })
    await suspendedInRow(email)
    await start(own, { email, handle })
    await expect(list(own)).resolves.toMatchObject({ results: [{ status: 'in progress', is_suspended: true }] })
    await confirm(await newestToken(email, tokens))
    await expect(list(own)).resolves.toMatchObject({ results: [{ status: 'verified', is_suspended: false }] })
  })

  it('suspends again after a restart that nobody answered', async () => {
    const { own, email, tokens } = await lapsed()
    await restart(own, { email })
    await newestToken(email, tokens)
    running.clock.advance(15 * DAY)
    await eventually(async () => {
      const { rows } = await running.sql.query('select status from email_verification where email = $1', [email])
      return rows[0].status === 'failed'
    }, 'the second failure')
    await expect(list(own)).resolves.toMatchObject({ results: [{ description: 'expired', is_suspended: true }] })
  })

  it('leaves what was verified alone', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await start(own, { email, handle })
    await confirm((await tokensTo(email))[0]!)
    const late = await lapsed()
    await suspendedInRow(late.email)
    await expect(list(own)).resolves.toMatchObject({ results: [{ status: 'verified', is_suspended: false }] })
  })
})

describe('the mail', () => {
  it('is sent once however often it is asked for, and not for a link that is void', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const { id } = await start(own, { email, handle })
    const before = await tokensTo(email)
    const { rows } = await running.sql.query('select * from email_verification where id = $1', [id])
    const nonce = rows[0].link_nonce.toString('hex')
    const { rows: taken } = await running.sql.query(
      `select message_id from inbox where consumer = 'email-verification.send' order by taken_at desc`,
    )
    const again = (payload: object, messageId: string) =>
      domains.publisher.publish([
        {
          message: { kind: 'command', id: sendVerificationEmail.id, service: 'customers' },
          body: JSON.stringify(payload),
          messageId,
          correlationId: running.anonymous().correlationId,
        },
      ])
    await restart(own, { email })
    const newest = await newestToken(email, before)
    for (const { message_id } of taken) await again({ verificationId: id, nonce }, message_id)
    await again({ verificationId: id, nonce }, '0196f0a0-0000-7000-8000-000000000001')
    await again({ verificationId: 2 ** 30, nonce }, '0196f0a0-0000-7000-8000-000000000002')
    // Commands of one service are taken in order: behind this mail, those before it are done.
    const marker = await customer(own)
    await start(own, marker)
    await tokensTo(marker.email)
    await expect(tokensTo(email, 2)).resolves.toEqual(expect.arrayContaining([...before, newest]))
  })

  it('holds the only copy of what opens the link', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await start(own, { email, handle })
    const [token] = await tokensTo(email)
    const { rows } = await running.sql.query('select v::text as row from email_verification v where email = $1', [
      email,
    ])
    expect(rows[0].row).not.toContain(token!.slice(-20))
    expect(rows[0].row).not.toContain(Buffer.from(token!, 'base64url').subarray(26).toString('hex'))
  })
})

describe('a link', () => {
  it('that somebody has touched, or made up, opens nothing', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await start(own, { email, handle })
    const token = (await tokensTo(email))[0]!
    const flipped = token.replace(/./, (first) => (first === 'A' ? 'B' : 'A'))
    const bytes = Buffer.from(token, 'base64url')
    const otherSpelling = token.slice(0, -1) + String.fromCharCode(token.charCodeAt(token.length - 1) + 1)
    for (const wrong of [
      flipped,
      `${token}=`,
      `${token}A`,
      token.slice(1),
      '',
      '😀',
      UNKNOWN,
      bytes.toString('hex'),
      otherSpelling,
    ]) {
      await expect(confirm(wrong)).rejects.toMatchObject({ refusal: 'email_verification_not_found' })
      await expect(find(wrong)).rejects.toMatchObject({ refusal: 'email_verification_not_found' })
    }
    await expect(confirm(token)).resolves.toMatchObject({ email })
  })
})

describe('the list', () => {
  let own: Account
  let anna: { email: string; handle: string }
  let bert: { email: string; handle: string }
  let first: number
  const names = async (query: InputGiven<typeof listEmailVerifications>) =>
    (await list(own, query)).results.map(({ domain }) => domain)

  beforeAll(async () => {
    own = await running.account()
    anna = await customer(own)
    // The same address in another spelling, under another handle.
    const twin = await customer(own, anna.email.toLowerCase())
    bert = await customer(own)
    first = await register(own, 'anna.example', anna.handle)
    await register(own, 'twin.example', twin.handle)
    await register(own, 'bert.example', bert.handle)
    await start(own, anna)
    await start(own, bert)
    await confirm((await tokensTo(bert.email))[0]!)
  })

  it('has a row for each domain whose registrant has the address, whatever the handle', async () => {
    const { results, total } = await list(own)
    expect(total).toBe(3)
    expect(results.map(({ domain, handle, status }) => [domain, handle === anna.handle, status])).toEqual([
      ['anna.example', true, 'in progress'],
      ['twin.example', false, 'in progress'],
      ['bert.example', false, 'verified'],
    ])
  })

  it('is filtered by everything it shows', async () => {
    expect(await names({ domain_id: first })).toEqual(['anna.example'])
    expect(await names({ domain: 'Anna.Example' })).toEqual(['anna.example'])
    expect(await names({ domain: 'anna' })).toEqual([])
    expect(await names({ email: anna.email.toUpperCase() })).toEqual(['anna.example', 'twin.example'])
    expect(await names({ handle: bert.handle })).toEqual(['bert.example'])
    expect(await names({ status: 'verified' })).toEqual(['bert.example'])
    expect(await names({ status: 'IN PROGRESS' as never })).toEqual(['anna.example', 'twin.example'])
    expect(await names({ status: 'not verified' })).toEqual([])
    expect(await names({ status: 'failed' })).toEqual([])
    expect(await names({ description: 'expired' })).toEqual([])
    expect(await names({ description: 'bounced' })).toEqual([])
    expect(await names({ is_suspended: true })).toEqual([])
    expect(await names({ is_suspended: '0', handle: bert.handle })).toEqual(['bert.example'])
    expect(await names({ response: { type: 'x', to: 'y' }, domain_id: first })).toEqual(['anna.example'])
  })

  it('counts all that match on every page, also beyond the end', async () => {
    await expect(list(own, { limit: 1, offset: 1 })).resolves.toMatchObject({
      results: [{ domain: 'twin.example' }],
      total: 3,
    })
    await expect(list(own, { offset: 3 })).resolves.toEqual({ results: [], total: 3 })
  })
})

describe('a domain', () => {
  const rows = async (own: Account) =>
    (await list(own)).results.map(({ domain, email, status, is_suspended }) => [domain, email, status, is_suspended])
  const becomes = (own: Account, expected: unknown[]) =>
    eventually(async () => isDeepStrictEqual(await rows(own), expected), 'the rows')

  it('brings the address of its registrant, not verified, and no deadline', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const id = await register(own, 'new.example', handle)
    const row = { domain: 'new.example', email, handle, expiration_date: UNSET, is_suspended: false }
    const waiting = { results: [{ ...row, status: 'not verified' }], total: 1 }
    await expect(list(own)).resolves.toEqual(waiting)
    running.clock.advance(400 * DAY)
    const late = await customer(own)
    await start(own, late)
    running.clock.advance(15 * DAY)
    await eventually(async () => (await list(own, { status: 'failed' })).total === 1, 'a deadline of another')
    await expect(list(own, { email })).resolves.toEqual(waiting)
    await expect(list(own, { email, status: 'failed' })).resolves.toEqual({ results: [], total: 0 })
    await expect(list(own, { email, is_suspended: false })).resolves.toEqual(waiting)
    expect(told.filter(({ domainId }) => domainId === id)).toEqual([])
  })

  it.each([
    ['start', start],
    ['restart', restart],
  ])('has its deadline from the %s on, however long the address waited for it', async (way, begin) => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const id = await register(own, `${way}ed.example`, handle)
    running.clock.advance(30 * DAY)
    await begin(own, { email, handle })
    const deadline = new Date(running.clock.epochMs() + 15 * DAY).toISOString().slice(0, 10)
    await expect(list(own)).resolves.toMatchObject({
      results: [{ status: 'in progress', expiration_date: `${deadline} 00:00:00`, is_suspended: false }],
    })
    running.clock.advance(15 * DAY)
    await eventually(() => told.some(({ domainId, isSuspended }) => domainId === id && isSuspended), 'the suspension')
  })

  it('is suspended with all of its address when the deadline passes, and freed by the confirmation, told once', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const ids = [await register(own, 'one.example', handle), await register(own, 'two.example', handle)]
    await start(own, { email, handle })
    const before = await tokensTo(email)
    running.clock.advance(15 * DAY)
    const heard = () => told.filter(({ domainId }) => ids.includes(domainId))
    await eventually(() => heard().length === 2, 'the suspensions')
    await restart(own, { email })
    await confirm(await newestToken(email, before))
    await eventually(() => heard().length === 4, 'the end of the suspensions')
    const changes = ids.map((id) => heard().filter(({ domainId }) => domainId === id))
    expect(changes.map((each) => each.map(({ isSuspended, version }) => [isSuspended, version]))).toEqual([
      [
        [true, 1],
        [false, 2],
      ],
      [
        [true, 1],
        [false, 2],
      ],
    ])
  })

  it('goes to the address of another registrant, and so in and out of a suspension', async () => {
    const own = await running.account()
    const [late, good] = [await customer(own), await customer(own)]
    const domain = { id: await register(own, 'moves.example', good.handle), name: 'moves.example' }
    await register(own, 'late.example', late.handle)
    await start(own, good)
    await start(own, late)
    await confirm((await tokensTo(good.email))[0]!)
    running.clock.advance(15 * DAY)
    await becomes(own, [
      ['moves.example', good.email, 'verified', false],
      ['late.example', late.email, 'failed', true],
    ])
    const heard = () => told.filter(({ domainId }) => domainId === domain.id).map(({ isSuspended }) => isSuspended)
    await tell(own, { ...domain, ownerHandle: late.handle, version: 2 })
    await eventually(() => heard().length === 1, 'the suspension')
    await tell(own, { ...domain, ownerHandle: good.handle, version: 4 })
    await eventually(() => heard().length === 2, 'its end')
    await tell(own, { ...domain, ownerHandle: late.handle, version: 3 })
    await register(own, 'marker.example', good.handle)
    expect(heard()).toEqual([true, false])
    await expect(list(own, { domain_id: domain.id })).resolves.toMatchObject({ results: [{ email: good.email }] })
  })

  it('follows its registrant to another address', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await register(own, 'follows.example', handle)
    const changed = `Other.${email}`
    await running.rpc.call(updateCustomer, { handle, email: changed }, own.call())
    expect(await rows(own)).toEqual([['follows.example', changed, 'not verified', false]])
    await start(own, { email: changed, handle })
    await running.rpc.call(updateCustomer, { handle, email: changed.toUpperCase() }, own.call())
    expect(await rows(own)).toEqual([['follows.example', changed, 'in progress', false]])
  })

  it('drops its row when it is held no more, and older news does not bring it back', async () => {
    const own = await running.account()
    const { handle } = await customer(own)
    const domain = { id: await register(own, 'gone.example', handle), name: 'gone.example', ownerHandle: handle }
    await tell(own, { ...domain, isHeld: false, version: 3 })
    await eventually(async () => (await list(own)).total === 0, 'the end of the row')
    await tell(own, { ...domain, version: 2 })
    const marker = await register(own, 'stays.example', handle)
    await expect(list(own)).resolves.toMatchObject({ results: [{ domain: 'stays.example' }], total: 1 })
    await tell(own, { ...domain, version: 4 })
    await eventually(async () => (await list(own)).total === 2, 'the row of a domain that is back')
    expect(marker).toBeGreaterThan(domain.id)
  })

  it('of a registrant of another account has no row', async () => {
    const [own, other] = [await running.account(), await running.account()]
    const { handle } = await customer(other)
    await tell(own, { name: 'stranger.example', ownerHandle: handle })
    await register(own, 'marker.example', (await customer(own)).handle)
    expect([(await list(own)).total, (await list(other)).total]).toEqual([1, 0])
  })

  const known = async (email: string) =>
    (await running.sql.query('select from email_verification where email = $1', [email])).rowCount

  it('leaves nothing of an address that nobody asked about, when it was the last one there', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const domain = { id: await register(own, 'brief.example', handle), name: 'brief.example', ownerHandle: handle }
    const other = { id: await register(own, 'moved.example', handle), name: 'moved.example', ownerHandle: handle }
    await tell(own, { ...domain, isHeld: false, version: 3 })
    await eventually(async () => (await list(own)).total === 1, 'the end of the row')
    expect(await known(email)).toBe(1)
    const elsewhere = await customer(own)
    await tell(own, { ...other, ownerHandle: elsewhere.handle, version: 2 })
    await eventually(async () => (await known(email)) === 0, 'the end of the verification')
    // What is older than the end brings nothing back.
    await tell(own, { ...domain, version: 2 })
    await register(own, 'marker.example', elsewhere.handle)
    expect(await known(email)).toBe(0)
    const changed = `Other.${elsewhere.email}`
    await running.rpc.call(updateCustomer, { handle: elsewhere.handle, email: changed }, own.call())
    expect([await known(elsewhere.email), await known(changed)]).toEqual([0, 1])
  })

  it('that leaves at the same moment as the last other one leaves nothing behind either', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const names = Array.from({ length: 10 }, (_, n) => `crowd${n}.example`)
    const ids = await Promise.all(names.map((name) => register(own, name, handle)))
    const leaves = { ownerHandle: handle, isHeld: false, version: 2 }
    await Promise.all(ids.map((id, n) => tell(own, { ...leaves, id, name: names[n]! })))
    await eventually(async () => (await known(email)) === 0, 'the end of the verification')
  })

  it('keeps what was started for its address', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const domain = { id: await register(own, 'kept.example', handle), name: 'kept.example', ownerHandle: handle }
    await start(own, { email, handle })
    await tell(own, { ...domain, isHeld: false, version: 2 })
    await eventually(async () => (await list(own, { domain: domain.name })).total === 0, 'the end of the row')
    await expect(list(own)).resolves.toMatchObject({ results: [{ domain: '', status: 'in progress' }], total: 1 })
  })
})

describe('the mails to one address', () => {
  it('are five a day at most, however they are asked for', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await start(own, { email, handle })
    for (let mails = 2; mails <= 5; mails++) await restart(own, { email })
    running.clock.advance(DAY / 4)
    const refusal = { refusal: 'rate_limited', details: { retryAfter: 18 * 3600 } }
    await expect(restart(own, { email })).rejects.toMatchObject(refusal)
    running.clock.advance((DAY * 3) / 4)
    await expect(restart(own, { email })).resolves.toEqual({ success: true })
  })
})
