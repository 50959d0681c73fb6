import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, WebhookRefused, type EventOf } from './webhooks'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const other = `whsec_${randomBytes(24).toString('base64')}`

const event = {
  specversion: '1.0',
  id: '0f0c6a52-6f0e-4c43-9d0b-2a4c6b1a7d10',
  type: 'domain.activated',
  subject: 'domains/123',
  data: { id: 123, status: 'ACT', comments: 'Zoë' },
}
const body = JSON.stringify(event)
const now = Date.parse('2027-01-01T00:00:00Z')
const id = event.id

/** The headers of a webhook, signed by the library of Standard Webhooks. */
function signed(secrets: readonly string[] = [secret], { at = now, text = body } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at / 1_000),
    'webhook-signature': secrets.map((each) => new Webhook(each).sign(id, new Date(at), text)).join(' '),
  }
}

const refused = (problem: string) => new WebhookRefused(problem)

describe('verifyWebhook', () => {
  it('returns the event of a webhook that the library of Standard Webhooks has signed', async () => {
    const found = await verifyWebhook(body, signed(), secret, { now })
    expect(found).toEqual(event)
    if (found.type === 'domain.activated')
      expect(found.data.status satisfies EventOf<'domain.activated'>['data']['status']).toBe('ACT')
  })

  it('reads bytes, headers in any case, and the headers of fetch', async () => {
    const headers = signed()
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), secret, { now })).toEqual(event)
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    expect(await verifyWebhook(body, upper, secret, { now })).toEqual(event)
  })

  it('accepts one of several signatures, by one of several secrets, and those of other versions beside it', async () => {
    const headers = signed([other, secret])
    const all = { ...headers, 'webhook-signature': `v1a,${'A'.repeat(88)} v1,!! ${headers['webhook-signature']}` }
    for (const each of [secret, other, [other], ['whsec_AAAA', secret]])
      expect(await verifyWebhook(body, all, each, { now })).toEqual(event)
  })

  it('accepts a secret without its prefix', async () => {
    expect(await verifyWebhook(body, signed(), secret.slice('whsec_'.length), { now })).toEqual(event)
  })

  it.each<[string, string, Readonly<Record<string, string | undefined>>, string | string[]]>([
    ['another body', body.replace('ACT', 'DEL'), signed(), secret],
    ['another secret', body, signed(), other],
    ['no secret', body, signed(), []],
    ['another id', body, { ...signed(), 'webhook-id': 'x' }, secret],
    ['another time', body, { ...signed(), 'webhook-timestamp': String(now / 1_000 + 1) }, secret],
    [
      'another version',
      body,
      { ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v2') },
      secret,
    ],
  ])('refuses %s', async (_, text, headers, secrets) => {
    await expect(verifyWebhook(text, headers, secrets, { now })).rejects.toEqual(refused('no signature is valid'))
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('refuses a request without %s', async (name) => {
    const headers = { ...signed(), [name]: undefined }
    await expect(verifyWebhook(body, headers, secret, { now })).rejects.toEqual(refused(`${name} is missing`))
  })

  it('refuses a time that is more than five minutes away, before or after', async () => {
    for (const seconds of [-300, 300]) {
      expect(await verifyWebhook(body, signed(), secret, { now: now + seconds * 1_000 })).toEqual(event)
      const away = verifyWebhook(body, signed(), secret, { now: now + (seconds + Math.sign(seconds)) * 1_000 })
      await expect(away).rejects.toEqual(refused('webhook-timestamp is more than five minutes away'))
    }
    const headers = { ...signed(), 'webhook-timestamp': '1e9' }
    const problem = refused('webhook-timestamp is not a number of seconds')
    await expect(verifyWebhook(body, headers, secret, { now })).rejects.toEqual(problem)
  })

  it('refuses a body that is signed and is not JSON, and a secret that is none', async () => {
    const headers = signed([secret], { text: 'text' })
    await expect(verifyWebhook('text', headers, secret, { now })).rejects.toEqual(refused('the body is not JSON'))
    await expect(verifyWebhook(body, signed(), 'whsec_', { now })).rejects.toThrow(TypeError)
  })
})
