import { removeDomain } from '@nameyard/contracts/domains/remove-domain'
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
  const ask = await platform.open(`domains${++accounts}`)
  const done = async (method: string, path: string, body?: object): Promise<Data> => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const code = async (method: string, path: string, body?: object) => {
    const { status, json } = await ask(method, path, { body })
    return [status, json.code]
  }
  const { handle } = await done('POST', '/v1/customers', person)
  const create = async (name: string, over: object = {}): Promise<Data> => {
    const { id } = await done('POST', '/v1/domains', { ...order(name, handle), ...over })
    return reached(id, (domain) => domain.status === 'ACT', `${name} active`)
  }
  const reached = (id: number, is: (domain: Data) => boolean, what: string, query = ''): Promise<Data> =>
    eventually(async () => {
      const domain = await done('GET', `/v1/domains/${id}${query}`)
      return is(domain) && domain
    }, what)
  return { ask, done, code, handle, create, reached }
}

describe('a PUT of a domain as it was read', () => {
  const parts = ['additional_data', 'history', 'abuse_details', 'registry_statuses', 'verification_email']
  const query = `?${parts.map((part) => `with_${part}=1`).join('&')}&with_whois_privacy_data=1&with_api_history=1`
  const key = {
    flags: 257,
    protocol: 3,
    alg: 13,
    pub_key: 'mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==',
  }

  /** Sends the domain back as it was read. It must stay equal. Returns its status. */
  async function putBack({ done }: Awaited<ReturnType<typeof account>>, id: number): Promise<string> {
    const read = () => done('GET', `/v1/domains/${id}${query}`)
    // The customers service learns by events which domains an account has. A failed order has no such event.
    const before = await eventually(async () => {
      const domain = await read()
      // The verification begins by itself, a little after the domain is registered.
      const isBegun = domain.verification_email_status !== 'not verified'
      if (domain.status === 'ACT' && domain.domain.extension === 'com' && !isBegun) return undefined
      return 'verification_email_status' in domain === (domain.status !== 'FAI') && domain
    }, 'the e-mail status of the domain')
    await done('PUT', `/v1/domains/${id}`, before)
    expect(await read()).toEqual(before)
    return before.status
  }

  it.each([
    ['with a group', 'grouped.com', {}],
    [
      'with glue, keys, privacy, comments and additional data',
      'laden.com',
      {
        ns_group: '',
        name_servers: [
          { name: 'ns1.laden.com', ip: '192.0.2.1', ip6: '2001:db8::1' },
          { name: 'ns2.elsewhere.example', seq_nr: 5 },
        ],
        dnssec_keys: [key],
        is_private_whois_enabled: true,
        autorenew: 'off',
        comments: 'as it is',
        additional_data: { consent_for_publishing: '0' },
      },
    ],
    ['under an extension without lock and auth codes', 'plain.nl', {}],
    ['with a premium price', 'premium.com', { accept_premium_fee: 120 }],
  ])('changes nothing for a domain %s', async (_, name, over) => {
    const anna = await account()
    const { id } = await anna.create(name, over)
    expect(await putBack(anna, id)).toBe('ACT')
  })

  it('changes nothing after the group of the domain got other name servers', async () => {
    const anna = await account()
    const group = '/v1/dns/nameservers/groups'
    const two = [{ name: 'ns1.elsewhere.example' }, { name: 'ns2.elsewhere.example' }]
    await anna.done('POST', group, { ns_group: 'moving', name_servers: two })
    const { id } = await anna.create('of-a-group.com', { ns_group: 'moving' })
    const others = [{ name: 'ns3.elsewhere.example' }, { name: 'ns4.elsewhere.example' }]
    await anna.done('PUT', `${group}/moving`, { name_servers: others })
    expect(await putBack(anna, id)).toBe('ACT')
  })

  it('changes nothing for a scheduled, pending, deleted or failed domain', async () => {
    const anna = await account()
    const transfer = (name: string, more: object) => ({
      domain: { name, extension: 'com' },
      owner_handle: anna.handle,
      ...more,
    })
    const later = transfer('later', { auth_code: 'x', at: '2099-05-01' })
    const rival = await platform.rival()
    await rival.register('later.com', 'Rival-0ne-Code')
    rival.close()
    const scheduled = await anna.done('POST', '/v1/domains/transfer', later)
    expect(await putBack(anna, scheduled.id)).toBe('SCH')
    const coming = transfer('taken', { auth_code: 'Rival-0ne-Code' })
    expect(await putBack(anna, (await anna.done('POST', '/v1/domains/transfer', coming)).id)).toBe('REQ')
    const { id } = await anna.create('lapsed.nl')
    await anna.done('DELETE', `/v1/domains/${id}`)
    await anna.reached(id, ({ status }) => status === 'DEL', 'lapsed.nl deleted')
    expect(await putBack(anna, id)).toBe('DEL')
    await platform.sandbox.refuse('failing.com')
    await anna.code('POST', '/v1/domains', order('failing.com', anna.handle))
    const { results } = await anna.done('GET', '/v1/domains?full_name=failing.com&status=FAI')
    expect(await putBack(anna, results[0].id)).toBe('FAI')
  })
})

describe('a deletion', () => {
  it.each(['By user', 'delete', 'DELETE', 'whatever', ''])(
    'is accepted with the type %j and a body that is not JSON',
    async (type) => {
      const { ask, create } = await account()
      const { id } = await create(`typed-${type.replaceAll(' ', '-').toLowerCase()}-${accounts}.com`)
      const { status, json } = await ask('DELETE', `/v1/domains/${id}?type=${encodeURIComponent(type)}`, {
        body: '--no JSON--',
        headers: { 'content-type': 'application/json', 'content-length': '11' },
      })
      expect([json.desc, status, json.data]).toEqual(['', 200, { status: 'DEL' }])
    },
  )
})

/** Keywords of typical customers. Each must lead to ten usable names. */
const keywords = [
  'bakery',
  'bluebakery',
  'green garden',
  'photostudio',
  'coffee',
  'law office',
  'yoga',
  'fietsenwinkel',
  'zahnarzt',
  'boulangerie',
  'wedding photography',
  'solar energy',
  'cloudhosting',
  'dogtraining',
  'münchen',
  'taxi amsterdam',
  'pizza',
  'realestate',
  'kapper',
  'nameyard',
]

/** Whether a name is easy to read and type: a short label of letters and digits, with few hyphens and no clusters. */
function isReadable(label: string, keyword: string): boolean {
  const most = Math.max(24, keyword.length + 9)
  return (
    label.length >= 3 &&
    label.length <= most &&
    /^[\p{L}\p{N}]+(-[\p{L}\p{N}]+){0,2}$/u.test(label) &&
    !/(.)\1\1/u.test(label) &&
    !/[bcdfghjklmnpqrstvwxz]{6}/u.test(label)
  )
}

describe('suggestions', () => {
  it.each(keywords)('for %s are at least ten usable names', async (name) => {
    const { done } = await suggesting()
    const { results } = await done('POST', '/v1/domains/suggest-name', { name })
    const domains = results.map(({ domain, tld }: Data) => ({ name: domain, extension: tld }))
    const { results: checked } = await done('POST', '/v1/domains/check', { domains })
    const usable = results.filter(
      ({ domain, tld }: Data, at: number) =>
        isReadable(domain, name) && !['sandbox', 'launch'].includes(tld) && checked[at].status === 'free',
    )
    expect(usable.map((each: Data) => each.name)).toHaveLength(10)
    expect(new Set(results.map(({ domain }: Data) => domain)).size).toBeGreaterThan(2)
  })
  let suggester: Awaited<ReturnType<typeof account>> | undefined
  const suggesting = async () => (suggester ??= await account())
})

describe('an update', () => {
  it('is sent to the registry, and recorded in history, API history and registry statuses', async () => {
    const { done, create, reached } = await account()
    const { id } = await create('updated.com')
    const input = {
      name_servers: [{ name: 'ns1.elsewhere.example' }, { name: 'ns2.elsewhere.example' }],
      is_locked: true,
      autorenew: 'off',
      comments: 'mine',
    }
    expect(await done('PUT', `/v1/domains/${id}`, input)).toEqual({ id, status: 'ACT' })
    const parts = '?with_history=1&with_api_history=1&with_registry_statuses=1'
    const updated = await reached(
      id,
      (domain) => domain.history.some(({ subject }: Data) => subject === 'Update at the registry completed'),
      'the completed update',
      parts,
    )
    expect(updated).toMatchObject({
      is_locked: true,
      autorenew: 'off',
      comments: 'mine',
      name_servers: [{ name: 'ns1.elsewhere.example' }, { name: 'ns2.elsewhere.example' }],
      registry_statuses: { client_transfer_prohibited: { value: 1 }, client_hold: { value: 0 } },
    })
    expect(updated.history).toContainEqual({
      type: 'change',
      subject: expect.stringMatching(/^Changed by \S+ from 127\.0\.0\.1$/),
      contents: expect.stringMatching(
        /^Changed: name servers from \w+\.ns1.* to ns1\.elsewhere\.example, ns2\.elsewhere\.example\. .*Changed: autorenew from default to off\. Changed: lock from off to on\. Changed: comments\.$/,
      ),
      domain: 'updated.com',
      ip: '127.0.0.1',
      timestamp: expect.stringMatching(/^2/),
    })
    expect(updated.history).toContainEqual(
      expect.objectContaining({
        type: 'create',
        subject: 'Registration completed',
        contents: expect.stringMatching(/^Ordered by \S+ from 127\.0\.0\.1\.$/),
        ip: '127.0.0.1',
      }),
    )
    expect(JSON.stringify(updated.history)).not.toContain('mine')
    expect(updated.api_history.map(({ cmd }: Data) => cmd)).toEqual(expect.arrayContaining(['domain:update']))
    expect(JSON.stringify(updated.api_history)).not.toContain(updated.auth_code)
    expect(await done('PUT', `/v1/domains/${id}`, { is_locked: false })).toEqual({ id, status: 'ACT' })
    const open = (domain: Data) => domain.registry_statuses.client_transfer_prohibited.value === 0
    await reached(id, open, 'a domain without the lock', parts)
  })

  it('of the auth code returns the new code, which the domain then has', async () => {
    const { done, create } = await account()
    const { id, auth_code } = await create('coded.com')
    const reset = await done('POST', `/v1/domains/${id}/authcode/reset`)
    expect(reset).toMatchObject({ success: true, type: 'external', epp_statuses: expect.any(Array) })
    expect(reset.auth_code).not.toBe(auth_code)
    expect(await done('GET', `/v1/domains/${id}/authcode`)).toMatchObject({ auth_code: reset.auth_code })
  })
})

describe('a deletion', () => {
  it('within the add grace period releases the name at once', async () => {
    const { done, create, reached } = await account()
    const { id } = await create('mistaken.com')
    await done('DELETE', `/v1/domains/${id}`)
    const purged = await reached(id, ({ is_deleted }) => is_deleted, 'the deleted domain', '?is_deleted=1')
    expect(purged).toMatchObject({ status: 'DEL', is_deleted: true, delete_status: 'deleted', removal_reason: 'owner' })
    const { results } = await done('POST', '/v1/domains/check', { domains: [{ name: 'mistaken', extension: 'com' }] })
    expect(results[0]).toMatchObject({ status: 'free' })
    // An equal order would count as a repetition of the first one.
    await create('mistaken.com', { comments: 'again' })
  })

  it('by an operator has the removal reason `policy`', async () => {
    const { create, reached } = await account()
    const { id } = await create('phishing.com')
    const removal = { operator: 'tester', name: 'phishing.com', reason: 'phishing' }
    const { operator } = platform
    expect(await operator.rpc.call(removeDomain, removal, operator.call())).toMatchObject({ status: 'DEL' })
    expect(await reached(id, ({ is_deleted }) => is_deleted, 'the deleted domain', '?is_deleted=1')).toMatchObject({
      delete_status: 'deleted',
      removal_reason: 'policy',
    })
  })

  it('under an extension without soft quarantine is sent to the registry, and can be restored', async () => {
    const { done, code, create, reached } = await account()
    const { id } = await create('deleted.nl')
    await done('DELETE', `/v1/domains/${id}`)
    const deleted = await reached(id, ({ status }) => status === 'DEL', 'the domain in quarantine')
    expect(deleted).toMatchObject({ delete_status: 'quarantine', is_deleted: false })
    expect(await code('PUT', `/v1/domains/${id}`, { comments: 'late' })).toEqual([409, 366])
    expect(await code('POST', `/v1/domains/${id}/renew`, {})).toEqual([409, 366])
    const { events, actions } = await done('GET', `/v1/domains/${id}/timeline`)
    expect(events).toMatchObject([{ event: 'purge', status: 'DEL' }])
    expect(actions).toMatchObject([{ operation: 'domains.restore', price: { reseller: { currency: 'EUR' } } }])
    await done('POST', `/v1/domains/${id}/restore`)
    await reached(id, ({ status }) => status === 'ACT', 'the restored domain')
  })
})

/** Longer than the worker waits for a lost answer and then queries the registry, on a busy machine. */
const ANSWER_LOST_MS = 40_000

describe('the operations of a domain', () => {
  it('show an order as unsettled while its answer is lost, and as done after the registry was queried', async () => {
    const { done, handle, reached } = await account()
    await platform.sandbox.dropResponse('lost-answer.com')
    await platform.sandbox.hold('domain:info', 'lost-answer.com')
    const ordered = done('POST', '/v1/domains', order('lost-answer.com', handle))
    const { id } = await eventually(
      async () => (await done('GET', '/v1/domains?full_name=lost-answer.com')).results[0],
      'the ordered domain',
    )
    const latest = async (is: (operation: Data) => boolean, what: string): Promise<Data> =>
      eventually(
        async () => {
          const { results, total } = await done('GET', `/v1/domains/${id}/operations`)
          const operation = results.at(-1)
          return is(operation) && { ...operation, total }
        },
        what,
        ANSWER_LOST_MS,
      )
    const open = await latest(
      ({ state }) => ['unknown', 'reconciling'].includes(state),
      'an operation with unknown outcome',
    )
    expect(open).toMatchObject({ purpose: 'create', cause: 'order', settled_at: '0000-00-00 00:00:00' })
    await platform.sandbox.removeFaults()
    expect((await ordered).id).toBe(id)
    const settled = await latest(({ state }) => state === 'done', 'the operation in state done')
    await reached(id, ({ status }) => status === 'ACT', 'the active domain')
    expect(settled).toMatchObject({ id: open.id, kind: 'domain.create', next_look_at: '0000-00-00 00:00:00' })
    expect(settled.attempts).toBeGreaterThan(1)
    const stranger = await account()
    expect(await stranger.code('GET', `/v1/domains/${id}/operations`)).toEqual([404, 320])
  })
})
