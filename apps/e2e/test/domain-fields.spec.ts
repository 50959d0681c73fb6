import { setTldRules, type TldRuleChanges } from '@nameyard/contracts/domains/set-tld-rules'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type InProcess } from './in-process'

let platform: InProcess

beforeAll(async () => {
  platform = await startInProcess()
})
afterAll(() => platform?.close())

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

let accounts = 0

/** Opens an account with a customer, and logs in. */
async function account() {
  const ask = await platform.open(`fields${++accounts}`)
  const done = async (method: string, path: string, body?: object): Promise<Data> => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const refused = async (method: string, path: string, body?: object): Promise<string> => {
    const { status, json } = await ask(method, path, { body })
    return `${status} ${json.code} ${json.desc}`
  }
  const { handle } = await done('POST', '/v1/customers', person)
  const reached = (id: number, is: (domain: Data) => boolean, what: string, query = ''): Promise<Data> =>
    eventually(async () => {
      const domain = await done('GET', `/v1/domains/${id}${query}`)
      return is(domain) && domain
    }, what)
  const create = async (name: string, over: object = {}): Promise<Data> => {
    const { id } = await done('POST', '/v1/domains', { ...order(name, handle), ...over })
    return reached(id, ({ status }) => status === 'ACT', `${name} active`)
  }
  const balance = async () => Number((await done('GET', '/v1/resellers')).balance)
  return { done, refused, create, reached, balance, handle }
}

/** Returns the last executed frame of a command on an object. */
const lastFrame = async (object: string, command: string) => (await platform.sandbox.requests(object, command)).at(-1)!

const registrantOf = async (name: string) =>
  /<domain:registrant>(.*?)</.exec(await lastFrame(name, 'domain:create'))![1]!

describe('WHOIS privacy', () => {
  it('is charged per year, makes the registry withhold the contacts, and is returned with its expiry', async () => {
    const { done, create, balance } = await account()
    const before = await balance()
    const { id, is_private_whois_enabled } = await create('private.org', { is_private_whois_enabled: true, period: 2 })
    expect(is_private_whois_enabled).toBe(true)
    const contact = await lastFrame(await registrantOf('private.org'), 'contact:create')
    expect(contact).toMatch(/<contact:disclose flag="0">.*<contact:name type="int"\/>.*<contact:email\/>/s)
    const { whois_privacy_data, expiration_date } = await done('GET', `/v1/domains/${id}?with_whois_privacy_data=1`)
    expect(whois_privacy_data).toEqual({ expiration_date })
    const withPrivacy = before - (await balance())
    const middle = await balance()
    await create('public.org', { period: 2 })
    expect(withPrivacy - (middle - (await balance()))).toBeCloseTo(2 * 1.5)
    expect(await lastFrame(await registrantOf('public.org'), 'contact:create')).not.toContain('disclose')
  })

  it('is charged when it is switched on, and can be switched off and on again without another charge', async () => {
    const { done, refused, create, reached, balance } = await account()
    const { id } = await create('switched.org')
    const before = await balance()
    const put = (is: boolean) => done('PUT', `/v1/domains/${id}`, { is_private_whois_enabled: is })
    expect(await put(true)).toEqual({ id, status: 'ACT' })
    const withheld = async (flag: boolean) =>
      eventually(
        async () => {
          const id = /<domain:registrant>(.*?)</.exec(await lastFrame('switched.org', 'domain:update'))?.[1]
          return (await lastFrame(id!, 'contact:create')).includes('disclose') === flag
        },
        `contacts that are ${flag ? 'withheld' : 'disclosed'}`,
      )
    await withheld(true)
    const paid = await eventually(async () => (await balance()) < before && (await balance()), 'the charge for privacy')
    expect(before - paid).toBeCloseTo(1.5)
    await put(false)
    await reached(id, (domain) => !domain.is_private_whois_enabled, 'privacy off')
    await put(true)
    const shown = await reached(id, (domain) => domain.is_private_whois_enabled, 'privacy on')
    expect(shown.whois_privacy_data).toBeUndefined()
    expect(await balance()).toBe(paid)
    const { id: dutch } = await create('no-privacy.nl')
    expect(await refused('PUT', `/v1/domains/${dutch}`, { is_private_whois_enabled: true })).toBe(
      '422 19006 .nl has no WHOIS privacy.',
    )
  })

  it('does not hide a registrant that consents to publication', async () => {
    const { create } = await account()
    await create('shown.org', { additional_data: { consent_for_publishing: '1' } })
    expect(await lastFrame(await registrantOf('shown.org'), 'contact:create')).toContain('<contact:disclose flag="1">')
  })
})

const key = {
  flags: 257,
  protocol: 3,
  alg: 13,
  pub_key: 'mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==',
}

describe('DNSSEC keys', () => {
  it.each([
    ['signed.com', '<secDNS:dsData>'],
    ['signed.be', '<secDNS:keyData>'],
  ])('of %s are sent in the form of the registry, and returned by the API', async (name, form) => {
    const { done, create, reached } = await account()
    const domain = await create(name, { dnssec_keys: [key], is_dnssec_enabled: true })
    expect(domain).toMatchObject({ dnssec: 'signedDelegation', is_dnssec_enabled: true, dnssec_keys: [key] })
    expect(await lastFrame(name, 'domain:create')).toContain(form)
    await done('PUT', `/v1/domains/${domain.id}`, { is_dnssec_enabled: false })
    await reached(domain.id, ({ dnssec }) => dnssec === 'unsigned', 'a domain without keys')
    expect(await lastFrame(name, 'domain:update')).toMatch(/<secDNS:rem>\s*<secDNS:all>true/)
  })
})

const rules = (extension: string, changes: TldRuleChanges) =>
  platform.operator.rpc.call(
    setTldRules,
    { operator: 'test', extension, effectiveFrom: '2026-01-01T00:00:00.000Z', rules: changes },
    platform.operator.call(),
  )

describe('the launch of an extension', () => {
  const smd = Buffer.from('<smd><label>trademark</label></smd>').toString('base64')
  const orderOf = (label: string, owner_handle: string, over: object = {}) => ({
    ...order(`${label}.launch`, owner_handle),
    ...over,
  })

  it('accepts an order in sunrise only with a signed mark', async () => {
    const { done, refused, create, reached, handle } = await account()
    const ask = (over: object, label = 'trademark') => refused('POST', '/v1/domains', orderOf(label, handle, over))
    expect(await ask({})).toMatch(/^400 370 /)
    expect(await ask({ application_mode: 'noon' })).toMatch(/^400 377 /)
    expect(await ask({ application_mode: 'claims' })).toMatch(/^400 371 /)
    expect(await ask({ application_mode: 'sunrise' })).toMatch(/^400 14001 /)
    expect(await ask({ application_mode: 'sunrise', application_smd: '<smd/>' })).toMatch(/^400 14002 /)
    const mode = { application_mode: 'sunrise', application_smd: smd }
    const domain = await create('trademark.launch', mode)
    expect(domain).toMatchObject({
      application_mode: 'sunrise',
      application_mode_title: 'Sunrise',
      application_smd: smd,
    })
    const request = await lastFrame('trademark.launch', 'domain:create')
    expect(request).toMatch(/<launch:phase>sunrise<.*encodedSignedMark/s)
    await done('DELETE', `/v1/domains/${domain.id}`)
    await reached(domain.id, ({ is_deleted }) => is_deleted, 'the deleted domain', '?is_deleted=1')
    const list = async (query: string) =>
      (await done('GET', `/v1/domains?is_deleted=1&application_mode=${query}`)).total
    expect([await list('sunrise'), await list('claims')]).toEqual([1, 0])
    const { results } = await done('GET', '/v1/tlds?with_application_mode=sunrise')
    expect(results).toMatchObject([
      { name: 'launch', supported_application_mode: [{ name: 'sunrise' }, { name: 'claims' }] },
    ])
  })

  it('returns claim keys in the claims phase, and accepts an order with the accepted notice', async () => {
    const { done, refused, create, handle } = await account()
    await rules('launch', { launchPhase: 'claims', status: 'ACT' })
    await platform.sandbox.launch('launch', 'claims')
    const domains = ['trademark', 'plain'].map((name) => ({ name, extension: 'launch' }))
    const { results } = await done('POST', '/v1/domains/check', { domains })
    expect(results.map(({ claim_key }: Data) => claim_key)).toEqual([
      '2027030100/1/2/3/sandbox-trademark-0001',
      undefined,
    ])
    expect(await create('plain.launch')).toMatchObject({ application_mode: 'claims' })
    expect(await refused('POST', '/v1/domains', orderOf('trademark', handle))).toMatch(/^400 14000 /)
    const application_notice_id = '370d0b7c9223372036854775807'
    const domain = await create('trademark.launch', { application_notice_id })
    expect(domain).toMatchObject({ application_mode: 'claims', application_notice_id })
    expect(await lastFrame('trademark.launch', 'domain:create')).toMatch(/<launch:noticeID>370d0b7c/)
  })

  it('refuses orders before the extension is sold, and launch modes after the launch', async () => {
    const { refused, create, handle } = await account()
    await rules('launch', { launchPhase: '', status: 'PRE' })
    expect(await refused('POST', '/v1/domains', orderOf('soon', handle))).toMatch(/^422 396 /)
    await rules('launch', { launchPhase: '', status: 'ACT' })
    await platform.sandbox.launch('launch', 'open')
    expect(await refused('POST', '/v1/domains', orderOf('late', handle, { application_mode: 'sunrise' }))).toMatch(
      /^422 378 /,
    )
    expect(await create('late.launch')).not.toHaveProperty('application_mode')
    const com = { ...order('late.com', handle), application_mode: 'sunrise' }
    expect(await refused('POST', '/v1/domains', com)).toMatch(/^422 378 /)
  })
})

describe('reserved names', () => {
  it('can be ordered only with their allocation token', async () => {
    const { refused, create, handle } = await account()
    expect(await refused('POST', '/v1/domains', order('reserved.com', handle))).toMatch(/^409 513 .*not free/)
    await create('reserved.com', { additional_data: { allocation_token: 'Reserved-0ne-Token' } })
  })
})

describe('owners that are not eligible for an extension', () => {
  it('are refused by create, transfer, trade and update, before a charge or a command', async () => {
    const { done, refused, create, balance, handle } = await account()
    const customer = async (over: object) =>
      (await done('POST', '/v1/customers', { ...person, address: { ...person.address, country: 'US' }, ...over }))
        .handle
    const american = await customer({})
    const citizen = await customer({
      extension_additional_data: [{ name: 'eu', data: { country_of_citizenship: 'DE' } }],
    })
    const before = await balance()
    const forEu = '422 175 owner_handle: .eu is for owners in the EU or EEA and EU citizens; this owner is in US.'
    const forFr = '422 175 owner_handle: .fr is for owners in the EU, EEA or Switzerland; this owner is in US.'
    expect(await refused('POST', '/v1/domains', order('eligible.eu', american))).toBe(forEu)
    expect(await refused('POST', '/v1/domains', order('eligible.fr', citizen))).toBe(forFr)
    const transfer = { ...order('foreign.fr', american), auth_code: 'x' }
    expect(await refused('POST', '/v1/domains/transfer', transfer)).toMatch(/^(409 313|422 175) /)
    expect(await balance()).toBe(before)
    expect(await platform.sandbox.requests('eligible.eu', 'domain:create')).toEqual([])
    const { id } = await create('citizen.eu', { owner_handle: citizen })
    expect(await refused('PUT', `/v1/domains/${id}`, { owner_handle: american })).toBe(forEu)
    await create('traded.fr')
    const trade = { domain: { name: 'traded', extension: 'fr' }, owner_handle: american }
    expect(await refused('POST', '/v1/domains/trade', trade)).toBe(forFr)
    expect(handle).not.toBe(american)
  })
})

describe('abuse details', () => {
  it('show whether the registry holds the domain, and are returned on request only', async () => {
    const { done, create } = await account()
    const { id } = await create('held.com')
    expect(await done('GET', `/v1/domains/${id}`)).not.toHaveProperty('abuse_details')
    const { abuse_details } = await done('GET', `/v1/domains/${id}?with_abuse_details=1`)
    expect(abuse_details).toEqual({ abuse_id: 0, is_domain_held: false, message: '' })
    const { results } = await done('GET', '/v1/domains?full_name=held.com&with_abuse_details=true')
    expect(results).toMatchObject([{ abuse_details }])
  })
})

describe('internationalized names', () => {
  it('are validated by the table of the script that the order names', async () => {
    const { refused, create, handle } = await account()
    const ask = (name: string, idn_script?: string) =>
      refused('POST', '/v1/domains', { ...order(name, handle), ...(idn_script && { additional_data: { idn_script } }) })
    expect(await ask('münchen.com', 'RUS')).toBe(
      '400 375 additional_data.idn_script: münchen is not written in Russian.',
    )
    expect(await ask('münchen.com', 'QQQ')).toMatch(/^400 375 /)
    expect(await ask('münchen.nl')).toMatch(/^400 303 münchen: \.nl takes letters a to z alone\./)
    expect(await ask('пример.de')).toMatch(/^400 303 /)
    expect(await ask('münchen.com')).toBe('400 374 additional_data.idn_script: is missing.')
    for (const [name, idn_script, sent] of [
      ['münchen.com', 'GER', '>GER</idnLang:tag>'],
      ['españa.net', 'SPA', '>SPA</idnLang:tag>'],
      ['пример.org', 'RU', '<idn:table>cyrl<'],
    ] as const) {
      const domain = await create(name, { additional_data: { idn_script } })
      expect(domain).toMatchObject({ unicode_name: name, domain: { name: expect.stringMatching(/^xn--/) } })
      const stored = `${domain.domain.name}.${domain.domain.extension}`
      expect(await lastFrame(stored, 'domain:create')).toContain(sent)
    }
    expect(await create('bücher.de')).toMatchObject({ unicode_name: 'bücher.de' })
  })

  it('are found by A-label and by U-label in every operation', async () => {
    const { done, refused, create, handle } = await account()
    const { id } = await create('grün.sandbox')
    const spellings = ['grün', 'xn--grn-ioa', 'XN--GRN-IOA', 'GRÜN']
    const both = { domain: 'xn--grn-ioa.sandbox', unicode_name: 'grün.sandbox', status: 'active' }
    const other = (await done('POST', '/v1/customers', { ...person, email: 'b@example.com' })).handle
    for (const name of spellings) {
      const domain = { name, extension: 'sandbox' }
      const query = `domain.name=${encodeURIComponent(name)}&domain.extension=sandbox`
      expect((await done('POST', '/v1/domains/check', { domains: [domain] })).results).toMatchObject([both])
      expect(await refused('POST', '/v1/domains', { ...order('x.sandbox', handle), domain, comments: name })).toMatch(
        /^409 326 /,
      )
      const transfer = { domain, owner_handle: handle, auth_code: 'x' }
      expect(await refused('POST', '/v1/domains/transfer', transfer)).toMatch(/^409 326 /)
      expect(await refused('POST', '/v1/domains/trade', { domain, owner_handle: handle })).toMatch(/^422 364 /)
      expect((await done('GET', `/v1/domains/prices?${query}`)).price.reseller.currency).toBe('EUR')
      expect(await done('GET', `/v1/domains/additional-data?${query}`)).toMatchObject([{ name: 'idn_script' }])
      expect(await done('GET', `/v1/domains/additional-data/customers?${query}`)).toEqual([])
      const whole = encodeURIComponent(`${name}.sandbox`)
      for (const list of [
        `full_name=${whole}`,
        `domain_names=${whole}`,
        `domain_name_pattern=${encodeURIComponent(name)}`,
      ])
        expect((await done('GET', `/v1/domains?${list}`)).results).toMatchObject([{ id, unicode_name: 'grün.sandbox' }])
    }
    await done('POST', '/v1/domains/trade', { domain: { name: 'GRÜN', extension: 'Sandbox' }, owner_handle: other })
    const { results } = await done('POST', '/v1/domains/suggest-name', { name: 'größe', tlds: ['com'], limit: 1 })
    expect(results).toMatchObject([{ name: 'größe.com', domain: 'größe' }])
  })
})

describe('the code of a refusal', () => {
  it.each([
    [{ domain: { name: '', extension: 'com' } }, '400 300'],
    [{ domain: { name: 'a'.repeat(64), extension: 'com' } }, '400 302'],
    [{ domain: { name: 'a_b', extension: 'com' } }, '400 303'],
    [{ domain: { name: '-a', extension: 'com' } }, '400 304'],
    [{ domain: { name: 'a-', extension: 'com' } }, '400 305'],
    [{ domain: { name: 'a', extension: '' } }, '400 306'],
    [{ domain: { name: 'a', extension: 'eu' } }, '400 501'],
    [{ period: null }, '400 315'],
    [{ period: 'long' }, '400 316'],
    [{ period: 1, unit: 'm' }, '400 316'],
    [{ period: 1, unit: 'weeks' }, '400 316'],
    [{ owner_handle: null }, '400 330'],
    [{ owner_handle: 'XX999999-NL' }, '400 331'],
    [{ autorenew: 'sometimes' }, '400 347'],
    [{ provider: 'sectigo' }, '400 345'],
    [{ promo_code: 'FREE' }, '400 13000'],
    [{ use_domicile: true }, '400 806'],
    [{ is_sectigo_dns_enabled: true }, '400 806'],
    [{ is_spamexperts_enabled: true }, '400 806'],
  ])('of an order with %j is %s', async (over, expected) => {
    const { refused, handle } = (shared ??= await account())
    const answer = await refused('POST', '/v1/domains', { ...order('coded.com', handle), ...over })
    expect(answer.split(' ').slice(0, 2).join(' ')).toBe(expected)
  })
  let shared: Awaited<ReturnType<typeof account>> | undefined

  it('is 806 for a name that does not match the id, and 306 for prices without an extension', async () => {
    const { done, refused, create } = await account()
    const { id } = await create('twoways.com')
    expect(await done('GET', `/v1/domains/${id}?domain.name=TwoWays&domain.extension=com`)).toMatchObject({ id })
    expect(await refused('GET', `/v1/domains/${id}?domain.name=other`)).toMatch(/^400 806 domain: /)
    expect(await refused('GET', `/v1/domains/${id}?domain.extension=net`)).toMatch(/^400 806 domain: /)
    expect(await refused('GET', '/v1/domains?order_by.colour=asc')).toMatch(/^400 806 order_by.colour: /)
    for (const query of ['', '?domain.name=a', '?domain.extension=']) {
      expect(await refused('GET', `/v1/domains/prices${query}`)).toBe('400 306 domain.extension: is missing.')
    }
  })

  it('names the invalid filter, the auth code type and the reason against a renewal', async () => {
    const { done, refused, create } = await account()
    expect(await refused('GET', '/v1/domains?status=XYZ')).toMatch(/^400 515 status: /)
    expect(await refused('GET', '/v1/domains?queue_status=XYZ')).toMatch(/^400 398 /)
    const { id } = await create('renewed.info', { period: 12, unit: 'm' })
    expect(await refused('GET', `/v1/domains/${id}/authcode?auth_code_type=sms`)).toMatch(/^400 351 /)
    await platform.sandbox.answer('domain:renew', 'renewed.info', 2105)
    expect(await refused('POST', `/v1/domains/${id}/renew`, { period: 1 })).toMatch(/^422 19307 /)
    expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ can_renew: true })
    await rules('info', { renewalOpensDays: 28 })
    expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ can_renew: false })
    expect(await refused('POST', `/v1/domains/${id}/renew`, { period: 2 })).toMatch(
      /^422 324 It is too early for a renewal: possible from \d{4}-\d\d-\d\d on\./,
    )
  })
})
