import { createNameserver } from '@nameyard/contracts/dns/create-nameserver'
import { createNameserverGroup } from '@nameyard/contracts/dns/create-nameserver-group'
import { deleteNameserver } from '@nameyard/contracts/dns/delete-nameserver'
import { deleteNameserverGroup } from '@nameyard/contracts/dns/delete-nameserver-group'
import { getNameserverGroup } from '@nameyard/contracts/dns/get-nameserver-group'
import { listNameserverGroups } from '@nameyard/contracts/dns/list-nameserver-groups'
import { countDomainsByGroups } from '@nameyard/contracts/domains/count-domains-by-groups'
import { countDomainsOfNameserver } from '@nameyard/contracts/domains/count-domains-of-nameserver'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import { queryOf } from '@nameyard/persistence/statement'
import { ofAllGroups, ofGroups } from '../src/reading/count-domains-by-groups'
import { ofNameserver } from '../src/reading/count-domains-of-nameserver'
import { startPlatform, type Platform } from './platform'

let platform: Platform
let anna: Awaited<ReturnType<Platform['account']>>
let bert: Awaited<ReturnType<Platform['account']>>

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
  bert = await platform.account()
  await platform.rpc.call(createNameserver, { name: 'ns1.anna.com', ip: '192.0.2.1' }, anna.call())
  const name_servers = [{ name: 'ns1.anna.com' }, { name: 'ns2.anna.com', ip6: '2001:db8::2' }]
  await platform.rpc.call(createNameserverGroup, { ns_group: 'Annas', name_servers }, anna.call())
})
afterAll(() => platform?.close())

const nameservers = [
  { name: 'ns1.anna.com', ip: '192.0.2.1' },
  { name: 'ns2.anna.com', ip6: '2001:db8::2' },
]

it('a domain ordered with a group has the nameservers of the group', async () => {
  const { id } = await anna.create('grouped.com', { ns_group: 'ANNAS' })
  const domain = await platform.rpc.call(getDomain, { id }, anna.call())
  expect(domain.ns_group).toBe('Annas')
  const group = await platform.rpc.call(getNameserverGroup, { ns_group: 'annas' }, anna.call())
  expect(domain.nsgroup_id).toBe(group.id)
  expect(domain.name_servers).toEqual(nameservers.map((each, seq_nr) => ({ ...each, seq_nr })))
  expect((await platform.submitted('grouped.com')).intent).toMatchObject({ nameservers })
})

it('a domain ordered with the group of the platform has the nameservers of its account', async () => {
  const { id } = await bert.create('ours.com')
  const { name_servers } = await platform.rpc.call(getDomain, { id }, bert.call())
  expect(name_servers?.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^[a-z2-7]{16}\.ns1\.nameyard\.example$/),
    expect.stringMatching(/^[a-z2-7]{16}\.ns2\.nameyard\.example$/),
    expect.stringMatching(/^[a-z2-7]{16}\.ns3\.nameyard\.example$/),
  ])
})

it('refuses the group of another account', async () => {
  await expect(bert.create('foreign.com', { ns_group: 'Annas' })).rejects.toMatchObject({
    refusal: 'ns_group_not_found',
  })
})

it('counts domains by group and by nameserver for each account', async () => {
  await anna.create('counted.com', { ns_group: 'Annas' })
  await anna.create('named.com', { ns_group: '', name_servers: nameservers })
  const { resellerId } = anna
  const { counts } = await platform.rpc.call(countDomainsByGroups, { resellerId }, anna.call())
  expect(counts).toEqual([{ group: 'Annas', count: 2 }])
  const some = { resellerId, groups: ['dns-openprovider', 'none'] }
  expect(await platform.rpc.call(countDomainsByGroups, some, anna.call())).toEqual({ counts: [] })
  const of = (account: number, name: string) =>
    platform.rpc.call(countDomainsOfNameserver, { resellerId: account, name }, anna.call())
  expect(await of(resellerId, 'ns1.anna.com')).toEqual({
    count: 3,
    domains: ['counted.com', 'grouped.com', 'named.com'],
  })
  expect(await of(resellerId, 'ns9.anna.com')).toEqual({ count: 0, domains: [] })
  expect(await of(bert.resellerId, 'ns1.anna.com')).toEqual({ count: 0, domains: [] })
})

it('refuses to delete a group or nameserver that a domain uses', async () => {
  await anna.create('used.com', { ns_group: 'Annas' })
  const group = platform.rpc.call(deleteNameserverGroup, { ns_group: 'annas' }, anna.call())
  await expect(group).rejects.toMatchObject({ refusal: 'ns_group_in_use' })
  const nameserver = platform.rpc.call(deleteNameserver, { name: 'ns1.anna.com' }, anna.call())
  await expect(nameserver).rejects.toMatchObject({ refusal: 'nameserver_in_use' })
  const { results } = await platform.rpc.call(listNameserverGroups, { with_domain_count: true }, anna.call())
  expect(results.map(({ ns_group, domain_count }) => [ns_group, domain_count! > 0])).toEqual([
    ['Annas', true],
    ['dns-openprovider', false],
  ])
})

it('stores the id of the group, and rolls it back when the registry refuses', async () => {
  const { id } = await platform.active(anna, 'leaving-group.com', { ns_group: 'Annas' })
  const numberOf = async () => (await platform.rpc.call(getDomain, { id }, anna.call())).nsgroup_id
  const before = await numberOf()
  const update = async (request: object) => platform.rpc.call(updateDomain, { id, ...request }, anna.call())
  const others = [{ name: 'ns1.other.com' }, { name: 'ns2.other.com' }]
  await update({ name_servers: others })
  expect(await numberOf()).toBe(0)
  const reason = { refusal: 'registry_refused' as const, code: 2306, text: 'no' }
  const refused = { outcome: 'refused' as const, reason }
  await platform.settle(await platform.submitted('leaving-group.com', 'domain.update'), refused)
  expect(await numberOf()).toBe(before)
  await update({ ns_group: 'dns-openprovider' })
  expect(await numberOf()).toBe(1)
})

it('uses an index for counts in a large account', async () => {
  await platform.sql.query(
    `insert into domain (reseller_id, name, label, extension, phase, type, period_years, autorenew, owner_handle,
       admin_handle, tech_handle, billing_handle, reseller_handle, ns_group, name_servers, auth_code, is_locked, comments,
       ordered_at, changed_at, version)
     select 1 + n % 5, 'many' || n || '.com', 'many' || n, 'com', 'active', 'NEW', 1, 'default', 'M', '', '', '', '',
       case when n % 10 < 5 then 'g' || n % 100 else '' end, jsonb_build_array(jsonb_build_object('name', 'ns' || n)), '',
       false, '', now(), now(), 1
     from generate_series(1, 20000) n`,
  )
  await platform.sql.query('analyze domain')
  const plan = async ({ text, values }: ReturnType<typeof queryOf>) => {
    const { rows } = await platform.sql.query(`explain ${text}`, values)
    return JSON.stringify(rows)
  }
  const resellerId = 1
  expect(await plan(queryOf(ofGroups, { resellerId, groups: ['g5', 'g7'] }))).toContain('domain_by_ns_group')
  expect(await plan(queryOf(ofAllGroups, { resellerId }))).toContain('domain_by_ns_group')
  const nameserver = '[{"name":"ns77"}]'
  expect(await plan(queryOf(ofNameserver, { resellerId, nameserver }))).toContain('domain_by_nameserver')
})
