import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { getTimeline } from '@nameyard/contracts/domains/get-timeline'
import { listDomains } from '@nameyard/contracts/domains/list-domains'
import { listOperations } from '@nameyard/contracts/domains/list-operations'
import type { InputGiven } from '@nameyard/contracts/operation'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

let platform: Platform
let anna: Account
const ids: Record<string, number> = {}

const set = (name: string, columns: Record<string, unknown>) =>
  platform.sql.query(
    `update domain set ${Object.keys(columns)
      .map((column, index) => `${column} = $${index + 2}`)
      .join(', ')} where name = $1`,
    [name, ...Object.values(columns)],
  )

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
  for (const name of ['b.com', 'a.com', 'a.net', 'c.net', 'gone.com', 'left.com', 'lapsed.com', 'leaving.com']) {
    ids[name] = (await platform.active(anna, name)).id
  }
  ids['queued.com'] = (await anna.create('queued.com')).id
  await set('gone.com', { phase: 'purged', removal_reason: 'expired', deleted_at: platform.clock.now() })
  await set('left.com', { phase: 'transferredAway', removal_reason: 'transferred', deleted_at: platform.clock.now() })
  await set('leaving.com', { phase: 'active.pendingTransfer' })
  await set('lapsed.com', {
    phase: 'quarantine.soft',
    removal_reason: 'owner',
    soft_ends_at: new Date('2027-02-01T00:00:00Z'),
    registry_statuses: JSON.stringify(['clientHold', 'clientTransferProhibited']),
  })
})
afterAll(() => platform?.close())

type Query = InputGiven<typeof listDomains>
const list = (query: Query) => platform.rpc.call(listDomains, query, anna.call())
const names = async (query: Query) =>
  (await list(query)).results.map(({ domain }) => `${domain.name}.${domain.extension}`)
const read = (id: number, over = {}) => platform.rpc.call(getDomain, { id, ...over }, anna.call())

describe('a list of domains', () => {
  it.each<[string, Query, string[]]>([
    [
      'is sorted by several keys in the given order',
      { order_by: { domain_extension: 'desc', domain_name: 'asc' }, limit: 3 },
      ['a.net', 'c.net', 'a.com'],
    ],
    [
      'is sorted by the same keys in another order',
      { order_by: { domain_name: 'asc', domain_extension: 'desc' }, limit: 3 },
      ['a.net', 'a.com', 'b.com'],
    ],
    ['is sorted by status', { order_by: { status: 'desc' }, limit: 2 }, ['queued.com', 'lapsed.com']],
    ['is filtered by queue', { queue_status: 'new' }, ['queued.com']],
    ['is filtered by the queue of outgoing transfers', { queue_status: 'transferOut' }, ['leaving.com']],
    [
      'is filtered by the queue of finished outgoing transfers',
      { queue_status: 'transferOut', is_deleted: true },
      ['left.com'],
    ],
    ['is filtered by removal reason', { is_deleted: true, removal_reason: 'expired' }, ['gone.com']],
    ['is filtered by status', { status: 'DEL' }, ['lapsed.com']],
    ['is filtered by excluded statuses', { status_not_equal: ['ACT', 'REQ'] }, ['lapsed.com']],
    ['is empty for a date that is not in the calendar', { renewal_date: 'soon' }, []],
    ['is filtered by a handle in any role', { contact_handle: 'XX000000-NL' }, []],
    ['is filtered by pattern and extension', { domain_name_pattern: '*A*', extension: 'net' }, ['a.net']],
  ])('%s', async (_, query, expected) => {
    expect(await names(query)).toEqual(expected)
    const { limit: _all, ...whole } = query
    expect((await list(whole)).total).toBe((await names({ ...whole, limit: 1000 })).length)
  })
})

describe('a domain', () => {
  it('shows the state of its deletion, and the reason', async () => {
    expect(await read(ids['lapsed.com']!)).toMatchObject({
      status: 'DEL',
      delete_status: 'soft_quarantine',
      removal_reason: 'owner',
      is_parked: true,
      restorable_until: '2027-02-01 00:00:00',
      soft_quarantine_expiry_date: '2027-02-01 00:00:00',
      quarantine_expiration_date: '2027-02-01 00:00:00',
    })
    expect(await read(ids['left.com']!, { is_deleted: true })).toMatchObject({
      status: 'DEL',
      delete_status: 'transferred',
      removal_reason: 'transferred',
      is_deleted: true,
    })
    expect(await read(ids['leaving.com']!)).toMatchObject({ status: 'ACT', transfer_out_pending: true })
    expect(await read(ids['a.com']!)).toMatchObject({ delete_status: 'none', can_renew: true, internal_auth_code: '0' })
  })

  it('shows the name of its owner, alone and in a list', async () => {
    const named = { owner: { company_name: '', full_name: 'Anna Tester' }, owner_company_name: '' }
    expect(await read(ids['a.com']!)).toMatchObject(named)
    const { results } = await list({ is_deleted: false })
    expect(results.length).toBeGreaterThan(1)
    for (const result of results) expect(result).toMatchObject(named)
  })

  it('shows the requested parts, alone and in a list', async () => {
    const parts = {
      with_history: true,
      with_api_history: true,
      with_additional_data: true,
      with_verification_email: true,
      with_registry_statuses: true,
    }
    const id = ids['lapsed.com']!
    const shown = await eventually(async () => {
      const now = await read(id, parts)
      return now.verification_email_name === undefined ? undefined : now
    }, 'the e-mail address of the registrant')
    expect(shown).toMatchObject({
      history: [{ type: 'create', subject: 'Registration completed', domain: 'lapsed.com' }],
      api_history: [{ cmd: 'domain:create', in: '<create>lapsed.com</create>', domain_id: id }],
      additional_data: {},
      verification_email_name: 'anna@example.com',
      verification_email_status: expect.any(String),
      registry_statuses: {
        client_hold: { value: 1, is_changeable: false },
        client_transfer_prohibited: { value: 1, is_changeable: true },
      },
    })
    const { results } = await list({ ...parts, id })
    expect(results).toEqual([shown])
    expect(await read(id)).not.toHaveProperty('history')
  })
})

describe('the timeline of a domain', () => {
  const timeline = (id: number, by = anna) => platform.rpc.call(getTimeline, { id }, by.call())

  it('shows the next events and the possible operations with their prices', async () => {
    const { events, actions } = await timeline(ids['lapsed.com']!)
    expect(events.map(({ event, status }) => [event, status])).toEqual([
      ['soft_quarantine_ends', 'DEL'],
      ['quarantine_ends', 'DEL'],
      ['purge', 'DEL'],
    ])
    const until = '2027-02-01 00:00:00'
    const price = { reseller: { currency: 'EUR', price: expect.any(Number) } }
    expect(actions).toMatchObject([
      { operation: 'domains.renew', who: 'account', until, price },
      { operation: 'domains.restore', who: 'account', until, price },
      { operation: 'domains.delete', who: 'account' },
    ])
    expect(actions[0]!.price).toEqual(actions[1]!.price)
    expect(actions[2]).not.toHaveProperty('until')
    expect((await timeline(ids['a.com']!)).events).toContainEqual(
      expect.objectContaining({ event: 'renewal', is_certain: false }),
    )
  })

  it('is empty for a purged domain, and not found for one of another account', async () => {
    expect(await timeline(ids['gone.com']!)).toMatchObject({ events: [], actions: [], delete_status: 'deleted' })
    const bert = await platform.account()
    await expect(timeline(ids['a.com']!, bert)).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })
})

describe('the operations of a domain', () => {
  const operations = (id: number, over = {}, by = anna) => platform.rpc.call(listOperations, { id, ...over }, by.call())

  it('show the progress of the registry worker, from one request for the page', async () => {
    const { operationId, object, kind } = await platform.submitted('queued.com')
    const submittedAt = platform.clock.now().toISOString()
    registries.described.length = 0
    expect(await operations(ids['queued.com']!)).toMatchObject({
      total: 1,
      results: [
        { id: operationId, kind, purpose: 'create', cause: 'order', state: 'queued', attempts: 0, waits_for: 'turn' },
      ],
    })
    registries.operations.set(operationId, {
      operationId,
      object,
      kind,
      state: 'reconciling',
      attempts: 2,
      submittedAt,
      nextLookAt: '2027-01-02T03:04:05.000Z',
      waitsFor: 'pause',
      reason: { refusal: 'registry_unavailable', code: 2400, text: 'Command failed' },
    })
    expect((await operations(ids['queued.com']!)).results).toMatchObject([
      {
        state: 'reconciling',
        attempts: 2,
        next_look_at: '2027-01-02 03:04:05',
        settled_at: '0000-00-00 00:00:00',
        waits_for: 'pause',
        reason: { code: expect.any(Number), registry_code: 2400, text: 'Command failed' },
      },
    ])
    expect(registries.described).toEqual([[operationId], [operationId]])
  })

  it('stay readable for a purged domain, and are counted beyond the page', async () => {
    expect((await operations(ids['gone.com']!)).results).toMatchObject([{ purpose: 'create', state: 'done' }])
    expect(await operations(ids['gone.com']!, { offset: 1 })).toEqual({ results: [], total: 1 })
  })

  it('of a domain of another account are not found', async () => {
    const bert = await platform.account()
    await expect(operations(ids['a.com']!, {}, bert)).rejects.toMatchObject({ refusal: 'domain_not_found' })
  })
})
