import type { listEmailVerifications } from '@nameyard/contracts/customers/list-email-verifications'
import { sendVerificationEmail } from '@nameyard/contracts/customers/send-verification-email'
import type { InputGiven } from '@nameyard/contracts/operation'
import { eventually } from '@nameyard/testing/eventually'
import type { Account } from './running-service'
import {
  beginVerifications,
  endVerifications,
  confirm,
  customer,
  DAY,
  domains,
  find,
  list,
  mailsTo,
  newestToken,
  readable,
  register,
  restart,
  running,
  start,
  tokensTo,
  UNSET,
} from './verifications'

beforeAll(beginVerifications)
afterAll(endVerifications)

const UNKNOWN = 'A'.repeat(78)

describe('a verification', () => {
  it('starts with a mail to the address and a deadline of 15 days', async () => {
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
    expect(mail).toMatch(/\r\nFrom: .+ <names@example\.net>\r\n/)
    expect(mail).toMatch(/\r\nMessage-ID: <[\da-f-]{36}@example\.net>\r\n/)
    expect(mail).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(mail).toContain('Subject: Please confirm your e-mail address\r\n')
    expect(readable(mail!)).toContain('2027-01-16 00:00:00 UTC')
  })

  it.each([
    ['nl', 'Subject: Bevestig uw e-mailadres'],
    ['de_DE', 'Subject: =?UTF-8?'],
    ['xx', 'Subject: Please confirm'],
  ])('sends its mail in the language %s', async (language, subject) => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await start(own, { email, handle, language })
    const [token] = await tokensTo(email)
    expect((await mailsTo(email))[0]).toContain(subject)
    await expect(find(token!)).resolves.toEqual({ email, language })
  })

  it('is confirmed once', async () => {
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

  it('is confirmed once by two concurrent requests', async () => {
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

  it('belongs to one account', async () => {
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
  it('is refused without a verification', async () => {
    const own = await running.account()
    const { email } = await customer(own)
    await expect(restart(own, { email })).rejects.toMatchObject({ refusal: 'email_verification_not_found' })
  })

  it('sends a new mail, invalidates the old link and moves the deadline', async () => {
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

describe('a passed deadline', () => {
  async function lapsed() {
    const own = await running.account()
    const { email, handle } = await customer(own)
    const domain = `${email.split('@')[0]!.toLowerCase()}.lapsed.example`
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

  it('counts at once and is stored by the sweep', async () => {
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

  it('invalidates the link, and a new start can verify and lift the suspension', async () => {
    const { own, email, handle, tokens } = await lapsed()
    await expect(find(tokens[0]!)).rejects.toMatchObject({ refusal: 'email_verification_not_found' })
    await expect(confirm(tokens[0]!)).rejects.toMatchObject({ refusal: 'email_verification_not_found' })
    await suspendedInRow(email)
    await start(own, { email, handle })
    await expect(list(own)).resolves.toMatchObject({ results: [{ status: 'in progress', is_suspended: true }] })
    await confirm(await newestToken(email, tokens))
    await expect(list(own)).resolves.toMatchObject({ results: [{ status: 'verified', is_suspended: false }] })
  })

  it('suspends again after a restart without confirmation', async () => {
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

  it('does not change a verified address', async () => {
    const own = await running.account()
    const { email, handle } = await customer(own)
    await start(own, { email, handle })
    await confirm((await tokensTo(email))[0]!)
    const late = await lapsed()
    await suspendedInRow(late.email)
    await expect(list(own)).resolves.toMatchObject({ results: [{ status: 'verified', is_suspended: false }] })
  })
})

describe('the mail of a verification', () => {
  it('is sent once for repeated messages, and not for an invalid link', async () => {
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
    // Commands of one service are handled in order, so after this mail the earlier ones are done.
    const marker = await customer(own)
    await start(own, marker)
    await tokensTo(marker.email)
    await expect(tokensTo(email, 2)).resolves.toEqual(expect.arrayContaining([...before, newest]))
  })

  it('contains the only copy of the link token', async () => {
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

describe('the link of a verification', () => {
  it('is refused when it was changed or forged', async () => {
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

describe('the list of verifications', () => {
  let own: Account
  let anna: { email: string; handle: string }
  let bert: { email: string; handle: string }
  let first: number
  const names = async (query: InputGiven<typeof listEmailVerifications>) =>
    (await list(own, query)).results.map(({ domain }) => domain)

  beforeAll(async () => {
    own = await running.account()
    anna = await customer(own)
    // The same address in another spelling and under another handle.
    const twin = await customer(own, anna.email.toLowerCase())
    bert = await customer(own)
    first = await register(own, 'anna.example', anna.handle)
    await register(own, 'twin.example', twin.handle)
    await register(own, 'bert.example', bert.handle)
    await start(own, anna)
    await start(own, bert)
    await confirm((await tokensTo(bert.email))[0]!)
  })

  it('has a row for each domain whose registrant has the address, for any handle', async () => {
    const { results, total } = await list(own)
    expect(total).toBe(3)
    expect(results.map(({ domain, handle, status }) => [domain, handle === anna.handle, status])).toEqual([
      ['anna.example', true, 'in progress'],
      ['twin.example', false, 'in progress'],
      ['bert.example', false, 'verified'],
    ])
  })

  it('is filtered by every field', async () => {
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

  it('has the total on every page, also after the last one', async () => {
    await expect(list(own, { limit: 1, offset: 1 })).resolves.toMatchObject({
      results: [{ domain: 'twin.example' }],
      total: 3,
    })
    await expect(list(own, { offset: 3 })).resolves.toEqual({ results: [], total: 3 })
  })
})

describe('the verification mails to one address', () => {
  it('are limited to five a day, over all operations', async () => {
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
