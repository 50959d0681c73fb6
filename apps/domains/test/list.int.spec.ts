import { countDomainsByStatus } from '@nameyard/contracts/domains/count-domains-by-status'
import { listDomains } from '@nameyard/contracts/domains/list-domains'
import type { InputGiven } from '@nameyard/contracts/operation'
import { startPlatform, type Platform } from './platform'

let platform: Platform
let anna: Awaited<ReturnType<Platform['account']>>

/** Label, extension, phase, comments, group, handle, and the dates of order, activation and renewal. */
const stored = [
  ['alpha', 'com', 'active', 'first', 'mine', 'AA1', '2027-01-01', '2027-01-05', '2028-03-01'],
  ['beta', 'nl', 'create.queued', '50% off', '', 'BB2', '2027-01-03', null, null],
  ['gamma', 'com', 'failed', 'a_b', '', 'BB2', '2027-01-02', null, null],
  ['xn--bcher-kva', 'de', 'active', 'a\\b', 'mine', 'AA1', '2027-01-04', '2027-01-04', '2028-02-01'],
  ['alpha-beta', 'net', 'active', 'axb', 'm%ne', 'CC3', '2027-01-05', '2027-01-06', '2028-01-01'],
] as const

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
  const bert = await platform.account()
  const insert = `insert into domain (reseller_id, name, label, extension, phase, comments, ns_group, owner_handle, ordered_at,
      activated_at, renews_at, expires_at, type, period_years, autorenew, admin_handle, tech_handle, billing_handle,
      reseller_handle, name_servers, auth_code, is_locked, changed_at, version, deleted_at)
    values ($1, $2::text || '.' || $3::text, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, 'NEW', 1, 'on', $7, $7, $7, '', '[]', 'x',
      false, $8, 1, $11)`
  for (const row of stored) await platform.sql.query(insert, [anna.resellerId, `${row[0]}`, ...row.slice(1), null])
  await platform.sql.query(insert, [
    anna.resellerId,
    'gone',
    'com',
    'failed',
    '',
    '',
    'DD4',
    '2027-01-01',
    null,
    null,
    '2027-02-01',
  ])
  await platform.sql.query(insert, [
    bert.resellerId,
    'other',
    'com',
    'active',
    'first',
    'mine',
    'AA1',
    '2027-01-01',
    null,
    null,
    null,
  ])
})
afterAll(() => platform?.close())

const list = (query: InputGiven<typeof listDomains>) => platform.rpc.call(listDomains, query, anna.call())
const labels = async (query: InputGiven<typeof listDomains>) =>
  (await list(query)).results.map(({ domain }) => domain.name)

describe('the list of domains', () => {
  it('has every domain of the account that is not deleted, and their number', async () => {
    const { results, total } = await list({})
    expect(results.map(({ domain }) => `${domain.name}.${domain.extension}`)).toEqual(
      stored.map(([label, extension]) => `${label}.${extension}`),
    )
    expect(total).toBe(5)
  })

  it('has pages, and a page beyond the end still has the total', async () => {
    expect(await labels({ limit: 2, offset: 1 })).toEqual(['beta', 'gamma'])
    expect(await list({ limit: 2, offset: 50 })).toEqual({ results: [], total: 5 })
    expect(await list({ extension: 'org' })).toEqual({ results: [], total: 0 })
  })

  it.each<[InputGiven<typeof listDomains>, string[]]>([
    [{ full_name: 'alpha.com' }, ['alpha']],
    [{ full_name: 'ALPHA.com' }, ['alpha']],
    [{ full_name: 'bücher.de' }, ['xn--bcher-kva']],
    [{ full_name: 'xn--bcher-kva.de' }, ['xn--bcher-kva']],
    [{ full_name: 'no name' }, []],
    [{ domain_names: ['beta.nl', 'Gamma.com', 'other.com'] }, ['beta', 'gamma']],
    [{ extension: 'com' }, ['alpha', 'gamma']],
    [{ extension: '.COM' }, ['alpha', 'gamma']],
    [{ domain_name_pattern: 'alpha' }, ['alpha']],
    [{ domain_name_pattern: 'alpha*' }, ['alpha', 'alpha-beta']],
    [{ domain_name_pattern: '*BETA' }, ['beta', 'alpha-beta']],
    [{ domain_name_pattern: 'alp_a' }, []],
    [{ domain_name_pattern: 'alph%' }, []],
    [{ comment_pattern: '50% off' }, ['beta']],
    [{ comment_pattern: '50%' }, []],
    [{ comment_pattern: '*%*' }, ['beta']],
    [{ comment_pattern: 'a_b' }, ['gamma']],
    [{ comment_pattern: 'a\\b' }, ['xn--bcher-kva']],
    [{ ns_group_pattern: 'mine' }, ['alpha', 'xn--bcher-kva']],
    [{ ns_group_pattern: 'm%ne' }, ['alpha-beta']],
    [{ ns_group_pattern: 'm*ne' }, ['alpha', 'xn--bcher-kva', 'alpha-beta']],
    [{ contact_handle: 'BB2' }, ['beta', 'gamma']],
    [{ status: 'ACT' }, ['alpha', 'xn--bcher-kva', 'alpha-beta']],
    [{ status: 'REQ' }, ['beta']],
    [{ status: 'DEL' }, []],
    [{ status_not_equal: ['ACT', 'FAI'] }, ['beta']],
    [{ queue_status: 'new' }, ['beta', 'gamma']],
    [{ queue_status: 'trade' }, []],
    [{ renewal_date: '2028-02-01' }, ['xn--bcher-kva']],
    [{ is_deleted: true }, ['gone']],
    [{ status: 'ACT', extension: 'net', domain_name_pattern: 'a*' }, ['alpha-beta']],
  ])('filters by %j', async (query, expected) => {
    expect(await labels(query)).toEqual(expected)
    expect((await list({ ...query, limit: 1 })).total).toBe(expected.length)
  })

  it.each<[NonNullable<InputGiven<typeof listDomains>['order_by']>, string[]]>([
    [{ domain_name: 'asc' }, ['alpha', 'alpha-beta', 'beta', 'gamma', 'xn--bcher-kva']],
    [{ id: 'desc' }, ['alpha-beta', 'xn--bcher-kva', 'gamma', 'beta', 'alpha']],
    [{ domain_extension: 'asc' }, ['alpha', 'gamma', 'xn--bcher-kva', 'alpha-beta', 'beta']],
    [{ order_date: 'desc' }, ['alpha-beta', 'xn--bcher-kva', 'beta', 'gamma', 'alpha']],
    [{ active_date: 'asc' }, ['xn--bcher-kva', 'alpha', 'alpha-beta', 'beta', 'gamma']],
    [{ transfer_date: 'asc' }, ['xn--bcher-kva', 'alpha', 'alpha-beta', 'beta', 'gamma']],
    [{ renewal_date: 'asc' }, ['alpha-beta', 'xn--bcher-kva', 'alpha', 'beta', 'gamma']],
    [{ expiration_date: 'asc' }, ['alpha-beta', 'xn--bcher-kva', 'alpha', 'beta', 'gamma']],
    [{ status: 'asc' }, ['alpha', 'xn--bcher-kva', 'alpha-beta', 'gamma', 'beta']],
  ])('is sorted by %j', async (order_by, expected) => {
    expect(await labels({ order_by })).toEqual(expected)
  })
})

it('counts the domains of an account by visible status', async () => {
  const { counts } = await platform.rpc.call(countDomainsByStatus, { resellerId: anna.resellerId }, anna.call())
  expect(counts).toEqual({ ACT: 3, REQ: 1, FAI: 1 })
})
