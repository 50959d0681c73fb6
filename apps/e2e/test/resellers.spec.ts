import { createHmac } from 'node:crypto'
import { eventually } from '@nameyard/testing/eventually'
import { Receivers } from '@nameyard/testing/receivers'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** The own account over HTTP: profile, settings and statistics. */

let platform: InProcess
let ask: Ask

beforeAll(async () => {
  platform = await startInProcess({ events: { EGRESS_ALLOW: '127.0.0.1' } })
  ask = await platform.open('boss')
})
afterAll(() => platform?.close())

const done = async (method: string, path: string, body?: object, own = ask) => {
  const { status, json, text } = await own(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

it('returns settings and statistics, separately and with the account', async () => {
  const { handle } = await done('POST', '/v1/customers', person)
  await done('POST', '/v1/customers', { ...person, company_name: 'Example BV' })
  await done('POST', '/v1/domains', order('counted.com', handle))
  await eventually(
    async () => (await done('GET', '/v1/domains?full_name=counted.com')).results[0].status === 'ACT',
    'the active domain',
  )
  const none = { ACT: 0, FAI: 0, NSR: 0, PEN: 0, REJ: 0, REQ: 0 }
  const statistics = await done('GET', '/v1/resellers/statistics')
  expect(statistics).toMatchObject({
    customer: { total: 2 },
    domain: { total: 1, by_status: { ...none, ACT: 1 } },
    ssl: { total: 0, by_status: none },
    email_service: { total_count: 0 },
  })
  for (const value of ['vip', 'agency']) await done('POST', '/v1/tags', { key: 'customer', value })
  const settings = await done('GET', '/v1beta/resellers/settings/')
  expect(settings).toEqual({
    currency: 'EUR',
    maximum_credit: 0,
    is_auto_renew_enabled: true,
    tags: ['agency', 'vip'],
    notifications_settings: {
      is_webhook_enabled: false,
      webhook_settings: { host: '', api_key: '', signature_secret: '' },
    },
  })
  const parts = 'with_settings=1&with_statistics=1&with_contacts=1&with_additional_data=1'
  expect(await done('GET', `/v1/resellers?${parts}`)).toMatchObject({ settings, statistics })
})

describe('the profile of an account', () => {
  const profile = {
    company_name: 'Example BV',
    name: { first_name: 'Ada', prefix: 'van', initials: 'A.', last_name: 'Jansen' },
    address: {
      street: 'Keizersgracht',
      number: '1',
      suffix: 'a',
      zipcode: '1015 CJ',
      city: 'Amsterdam',
      state: 'NH',
      country: 'NL',
    },
    phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
    fax: { country_code: '+31', area_code: '20', subscriber_number: '5551235' },
    vat: 'NL123456782B12',
    inn: '7707083893',
    kpp: '773601001',
    website_url: 'https://example.com/shop',
    locale: 'nl_NL',
    comments: 'since 2027',
  }
  const additional_data = { cif_nif_number: 'B1', gstin: '22AAAAA0000A1Z5', internal_reference: '7' }
  const silent = { notifications_settings: { is_webhook_enabled: false } }
  let own: Ask
  let id: number
  const read = (query = '') => done('GET', `/v1/resellers${query}`, undefined, own)
  const update = (body: object) => done('PUT', `/v1/resellers/${id}`, body, own)

  beforeAll(async () => {
    own = await platform.open('profile')
    ;({ id } = await read())
  })

  it('is empty at first, except for the company and the address of its administrator', async () => {
    const { results } = await done('GET', '/v1/contacts', undefined, own)
    expect(await read('?with_additional_data=1')).toMatchObject({
      name: { first_name: '', last_name: '', full_name: '' },
      address: { street: '', country: '' },
      locale: 'en_GB',
      email: results[0].email,
      additional_data: {},
    })
  })

  it('keeps fields that an update does not send', async () => {
    expect(await update({ ...profile, additional_data, id, company_size: 'BETWEEN_1_AND_10', ...silent })).toEqual({
      success: true,
    })
    const shown = { ...profile, name: { ...profile.name, full_name: 'Ada van Jansen' } }
    expect(await read()).toMatchObject(shown)
    expect(await read()).not.toHaveProperty('additional_data')
    await update({ phone: { subscriber_number: '5559999' }, additional_data: { gstin: '' }, address: { suffix: '' } })
    expect(await read('?with_additional_data=1')).toMatchObject({
      ...shown,
      address: { ...profile.address, suffix: '' },
      phone: { ...profile.phone, subscriber_number: '5559999' },
      additional_data: { ...additional_data, gstin: '' },
    })
  })

  it('keeps concurrent changes of different fields', async () => {
    await Promise.all([update({ comments: 'x' }), update({ vat: '' }), update({ name: { initials: 'B.' } })])
    expect(await read()).toMatchObject({ comments: 'x', vat: '', name: { ...profile.name, initials: 'B.' } })
  })

  it('accepts a VAT number that may be mistyped, with a warning', async () => {
    const { json } = await own('PUT', `/v1/resellers/${id}`, { body: { vat: 'NL123456789' } })
    expect(json).toMatchObject({ code: 0, data: { success: true }, warnings: [{ code: 162 }] })
  })

  it.each<readonly [object, number]>([
    [{ name: { first_name: ' ' } }, 102],
    [{ name: { first_name: 'x'.repeat(256) } }, 103],
    [{ name: { prefix: '\n' } }, 104],
    [{ name: { last_name: '' } }, 105],
    [{ name: { last_name: '\n' + 'x' } }, 106],
    [{ name: { initials: 'x'.repeat(65) } }, 101],
    [{ company_name: 'x'.repeat(256) }, 161],
    [{ address: { street: '' } }, 110],
    [{ address: { street: 'a\nb' } }, 111],
    [{ address: { number: 'x'.repeat(65) } }, 113],
    [{ address: { suffix: 'x'.repeat(65) } }, 114],
    [{ address: { zipcode: 'x'.repeat(17) } }, 116],
    [{ address: { city: '' } }, 117],
    [{ address: { city: 'x'.repeat(256) } }, 118],
    [{ address: { state: 'x'.repeat(256) } }, 119],
    [{ address: { country: '' } }, 120],
    [{ address: { country: 'XX' } }, 121],
    [{ phone: { country_code: '' } }, 130],
    [{ phone: { country_code: '+999' } }, 131],
    [{ phone: { area_code: 'x' } }, 133],
    [{ phone: { subscriber_number: '' } }, 134],
    [{ phone: { subscriber_number: 'x' } }, 135],
    [{ phone: { subscriber_number: '1' } }, 136],
    [{ fax: { country_code: 'x' } }, 141],
    [{ fax: { area_code: 'x' } }, 142],
    [{ fax: { subscriber_number: 'x' } }, 143],
    [{ fax: { subscriber_number: '1' } }, 144],
    [{ inn: 'x'.repeat(65) }, 150],
    [{ kpp: 'a\nb' }, 150],
    [{ vat: 'x'.repeat(65) }, 162],
    [{ website_url: 'example.com' }, 169],
    [{ website_url: 'javascript:alert(1)' }, 169],
    [{ locale: 'x'.repeat(36) }, 806],
    [{ additional_data: 'x' }, 806],
    [{ comments: 'y', notifications_settings: { is_webhook_enabled: 1, webhook_settings: {} } }, 806],
  ])('is refused as %j: %i', async (body, code) => {
    const before = await read('?with_additional_data=1')
    const { status, json } = await own('PUT', `/v1/resellers/${id}`, { body })
    expect([status, json.code]).toEqual([400, code])
    expect(await read('?with_additional_data=1')).toEqual(before)
  })

  it('cannot be changed by another account, for which it is unknown', async () => {
    const { id: theirs } = await done('GET', '/v1/resellers')
    const before = await done('GET', '/v1/resellers')
    for (const other of [theirs, 999_999]) {
      const { status, text } = await own('PUT', `/v1/resellers/${other}`, { body: { comments: 'mine' } })
      expect({ status, text }).toEqual({
        status: 404,
        text: `{"desc":"There is no reseller ${other}.","code":98,"data":""}`,
      })
    }
    expect(await done('GET', '/v1/resellers')).toEqual(before)
  })
})

describe('the webhook of an account', () => {
  let own: Ask
  let id: number
  let receivers: Receivers
  beforeAll(async () => {
    own = await platform.open('notified')
    ;({ id } = await done('GET', '/v1/resellers', undefined, own))
    receivers = await Receivers.listen()
  })
  afterAll(() => receivers?.close())

  const save = (path: string, over: object = {}) =>
    own('PUT', `/v1/resellers/${id}`, {
      body: {
        notifications_settings: {
          is_webhook_enabled: true,
          webhook_settings: { host: receivers.url(path), api_key: 'my-key', signature_secret: 'my-words', ...over },
        },
      },
    })
  const shown = async () => (await done('GET', '/v1/resellers/settings', undefined, own)).notifications_settings

  it('is saved once its receiver answers the test, and gets the events of domains', async () => {
    receivers.behave('/gone', (request) => request.answer(404))
    const refused = await save('/gone')
    expect([refused.status, refused.json]).toEqual([
      422,
      {
        desc: 'webhook_settings: the test failed: the receiver answered 404.',
        code: 806,
        data: '',
      },
    ])
    expect(await shown()).toMatchObject({ is_webhook_enabled: false })
    expect((await save('/')).json).toMatchObject({ code: 0, data: { success: true } })
    expect(await shown()).toEqual({
      is_webhook_enabled: true,
      webhook_settings: { host: receivers.url('/'), api_key: '', signature_secret: '' },
    })
    const { handle } = await done('POST', '/v1/customers', person, own)
    const { id: domainId } = await done('POST', '/v1/domains', order('notified.com', handle), own)
    const request = await eventually(
      () => receivers.of('/').find(({ body }) => JSON.parse(body).eventType === 'activated'),
      'the event of the active domain',
    )
    expect(JSON.parse(request!.body)).toMatchObject({
      schemaVersion: '1.0',
      data: { domain: 'notified.com', domainId },
    })
    expect(request!.headers.authorization).toBe('Bearer my-key')
    const [, seconds, digest] = /^t=(\d+),v1=(\w+)$/.exec(String(request!.headers['x-webhook-signature']))!
    expect(digest).toBe(createHmac('sha256', 'my-words').update(`${seconds}.${request!.body}`).digest('hex'))
    const everything = await Promise.all(
      ['/v1/webhooks', '/v1/resellers?with_settings=1', '/v1/audit'].map((path) => own('GET', path)),
    )
    expect(everything.map(({ text }) => text).join('')).not.toMatch(/my-key|my-words/)
  })

  it('is one of at most 20 webhooks, and no key that needs approvals sets it', async () => {
    const { results } = await done('GET', '/v1/webhooks', undefined, own)
    await done('DELETE', `/v1/webhooks/${results[0].id}`, undefined, own)
    for (let count = 0; count < 20; count++) await done('POST', '/v1/webhooks', { url: receivers.url('/new') }, own)
    expect((await save('/')).json.code).toBe(399)
    const { key } = await done(
      'POST',
      '/v1/keys',
      { name: 'careful', approval: 'purchases', scope: ['read', 'write'] },
      own,
    )
    const answer = await own('PUT', `/v1/resellers/${id}`, {
      headers: { authorization: `Bearer ${key}` },
      body: { notifications_settings: { is_webhook_enabled: false } },
    })
    expect([answer.status, answer.json.desc]).toEqual([403, expect.stringMatching(/person/)])
  })
})

it('counts only objects of the own account', async () => {
  const other = await platform.open('somebody else')
  expect(await done('GET', '/v1/resellers/statistics', undefined, other)).toMatchObject({
    customer: { total: 0 },
    dns: { total: 0 },
    domain: { total: 0 },
  })
})

it('tries every refusal and query field of accounts', () => {
  // An installation without secrets for webhooks, and a contact that is removed meanwhile.
  const rare = ['webhooks_unavailable', 'access_denied'].map((name) => `resellers.update error ${name}`)
  expect(platform.exercised.untried('resellers').filter((each) => !rare.includes(each))).toEqual([])
})
