import { createNameserver } from '@nameyard/contracts/dns/create-nameserver'
import { createNameserverGroup } from '@nameyard/contracts/dns/create-nameserver-group'
import { deleteNameserver } from '@nameyard/contracts/dns/delete-nameserver'
import { deleteNameserverGroup } from '@nameyard/contracts/dns/delete-nameserver-group'
import { findNameservers } from '@nameyard/contracts/dns/find-nameservers'
import { getNameserver } from '@nameyard/contracts/dns/get-nameserver'
import { getNameserverGroup } from '@nameyard/contracts/dns/get-nameserver-group'
import { listNameserverGroups } from '@nameyard/contracts/dns/list-nameserver-groups'
import { listNameservers } from '@nameyard/contracts/dns/list-nameservers'
import { resolveNameserverGroup } from '@nameyard/contracts/dns/resolve-nameserver-group'
import { updateNameserver } from '@nameyard/contracts/dns/update-nameserver'
import { updateNameserverGroup } from '@nameyard/contracts/dns/update-nameserver-group'
import type { InputGiven } from '@nameyard/contracts/operation'
import { startPlatform } from './platform'
import { used, usersOfNameservers } from './users-of-nameservers'

let platform: Awaited<ReturnType<typeof startPlatform>>

beforeAll(async () => {
  platform = await startPlatform(usersOfNameservers)
  await platform.replica()
})
afterAll(() => platform?.close())
beforeEach(() => {
  account += 1
  used.groups.clear()
  used.nameservers.clear()
  used.asked = 0
})

/** Each test has its own account. The other account is `stranger`. */
let account = 100
const stranger = 7

type NewNameserver = InputGiven<typeof createNameserver>
type NewGroup = InputGiven<typeof createNameserverGroup>
type Asked<O extends typeof listNameservers | typeof listNameserverGroups> = Partial<InputGiven<O>>

const call = (by = account) => platform.call(by)
const add = (given: NewNameserver, by = account) => platform.rpc.call(createNameserver, given, call(by))
const read = (name: string, by = account) => platform.rpc.call(getNameserver, { name }, call(by))
const change = (name: string, given: object, by = account) =>
  platform.rpc.call(updateNameserver, { name, ...given }, call(by))
const remove = (name: string, by = account) => platform.rpc.call(deleteNameserver, { name }, call(by))
const list = (asked: Asked<typeof listNameservers> = {}) => platform.rpc.call(listNameservers, asked, call())
const names = async (asked: Asked<typeof listNameservers>) => (await list(asked)).results.map(({ name }) => name)

const hosts = (...given: string[]) => given.map((name) => ({ name }))
const two = hosts('ns1.example.net', 'ns2.example.net')
const addGroup = (ns_group: string, name_servers: NewGroup['name_servers'] = two, by = account) =>
  platform.rpc.call(createNameserverGroup, { ns_group, name_servers }, call(by))
const readGroup = (ns_group: string, more: object = {}, by = account) =>
  platform.rpc.call(getNameserverGroup, { ns_group, ...more }, call(by))
const changeGroup = (ns_group: string, name_servers: NewGroup['name_servers'], by = account) =>
  platform.rpc.call(updateNameserverGroup, { ns_group, name_servers }, call(by))
const removeGroup = (ns_group: string, by = account) => platform.rpc.call(deleteNameserverGroup, { ns_group }, call(by))
const listGroups = (asked: Asked<typeof listNameserverGroups> = {}) =>
  platform.rpc.call(listNameserverGroups, asked, call())
const groupNames = async (asked: Asked<typeof listNameserverGroups>) =>
  (await listGroups(asked)).results.map(({ ns_group }) => ns_group)

describe('a nameserver', () => {
  it('is returned as it is stored: lower case, A-labels, canonical addresses', async () => {
    const kept = { name: 'ns1.xn--bcher-kva.com', ip: '192.0.2.1', ip6: '2001:db8::1' }
    expect(await add({ name: 'NS1.Bücher.com.', ip: '192.0.2.1', ip6: '2001:DB8:0::1' })).toEqual(kept)
    expect(await read('ns1.BÜCHER.com')).toEqual(kept)
  })

  it('needs an IPv4 or an IPv6 address', async () => {
    expect(await add({ name: 'ns4.a.com', ip: '192.0.2.4' })).toEqual({ name: 'ns4.a.com', ip: '192.0.2.4', ip6: '' })
    expect(await add({ name: 'ns6.a.com', ip: '', ip6: '::6' })).toEqual({ name: 'ns6.a.com', ip: '', ip6: '::6' })
  })

  it.each<[string, NewNameserver]>([
    ['nameserver_name_missing', { name: ' ', ip: '192.0.2.1' }],
    ['nameserver_name_invalid', { name: 'localhost', ip: '192.0.2.1' }],
    ['nameserver_name_invalid', { name: 'ns_1.a.com', ip: '192.0.2.1' }],
    ['nameserver_name_invalid', { name: 'ns1..com', ip: '192.0.2.1' }],
    ['nameserver_ip_invalid', { name: 'ns1.a.com', ip: '192.0.2.256' }],
    ['nameserver_ip_invalid', { name: 'ns1.a.com', ip: '192.0.2.0/24' }],
    ['nameserver_ip_invalid', { name: 'ns1.a.com', ip: '::1' }],
    ['nameserver_ip6_invalid', { name: 'ns1.a.com', ip6: '192.0.2.1' }],
    ['nameserver_ip6_invalid', { name: 'ns1.a.com', ip6: 'fe80::1%eth0' }],
    ['nameserver_address_missing', { name: 'ns1.a.com' }],
    ['nameserver_address_missing', { name: 'ns1.a.com', ip: '', ip6: '' }],
  ])('is refused with %s for %j', async (refusal, given) => {
    await expect(add(given)).rejects.toMatchObject({ refusal })
  })

  it('is unique within its account, and not visible to another account', async () => {
    await add({ name: 'ns1.a.com', ip: '192.0.2.1' })
    await expect(add({ name: 'NS1.A.com', ip: '192.0.2.2' })).rejects.toMatchObject({ refusal: 'nameserver_exists' })
    const missing = { refusal: 'nameserver_not_found' }
    await expect(read('ns1.a.com', stranger)).rejects.toMatchObject(missing)
    await expect(change('ns1.a.com', { ip: '192.0.2.9' }, stranger)).rejects.toMatchObject(missing)
    await expect(remove('ns1.a.com', stranger)).rejects.toMatchObject(missing)
    expect(await add({ name: 'ns1.a.com', ip: '192.0.2.7' }, stranger)).toMatchObject({ ip: '192.0.2.7' })
    expect(await read('ns1.a.com')).toMatchObject({ ip: '192.0.2.1' })
  })

  it('has exactly the addresses of its last update', async () => {
    await add({ name: 'ns1.a.com', ip: '192.0.2.1' })
    expect(await change('NS1.a.com', { ip6: '2001:db8::2' })).toEqual({ success: true })
    expect(await read('ns1.a.com')).toEqual({ name: 'ns1.a.com', ip: '', ip6: '2001:db8::2' })
    await expect(change('ns1.a.com', {})).rejects.toMatchObject({ refusal: 'nameserver_address_missing' })
    await expect(change('ns1.a.com', { ip: 'x' })).rejects.toMatchObject({ refusal: 'nameserver_ip_invalid' })
    await expect(change('ns2.a.com', { ip: '192.0.2.1' })).rejects.toMatchObject({ refusal: 'nameserver_not_found' })
    for (const none of ['..', 'localhost']) {
      await expect(change(none, { ip: '192.0.2.1' })).rejects.toMatchObject({ refusal: 'nameserver_not_found' })
    }
  })

  it('is deleted when nothing uses it, and its name can be used again', async () => {
    await add({ name: 'ns1.a.com', ip: '192.0.2.1' })
    expect(await remove('NS1.a.com')).toEqual({ success: true })
    await expect(read('ns1.a.com')).rejects.toMatchObject({ refusal: 'nameserver_not_found' })
    await expect(remove('ns1.a.com')).rejects.toMatchObject({ refusal: 'nameserver_not_found' })
    await add({ name: 'ns1.a.com', ip: '192.0.2.2' })
  })

  it('cannot be deleted while a domain or a group of the account uses it', async () => {
    await add({ name: 'ns1.a.com', ip: '192.0.2.1' })
    used.nameservers.add('ns1.a.com')
    await expect(remove('ns1.a.com')).rejects.toMatchObject({ refusal: 'nameserver_in_use' })
    used.nameservers.clear()
    await addGroup('pair', hosts('ns1.a.com', 'ns2.a.com'))
    await expect(remove('ns1.a.com')).rejects.toMatchObject({ refusal: 'nameserver_in_use' })
    await removeGroup('pair')
    await addGroup('theirs', hosts('ns1.a.com', 'ns2.a.com'), stranger)
    expect(await remove('ns1.a.com')).toEqual({ success: true })
  })
})

describe('a nameserver below a domain of the account', () => {
  const name = 'ns1.held.com'
  afterEach(() => void (used.registry = 'answers'))

  it('shows its state at the registry, and requests each change there once', async () => {
    expect(await add({ name, ip: '192.0.2.1' })).toEqual({ name, ip: '192.0.2.1', ip6: '', registry_status: 'active' })
    used.registry = 'waits'
    used.operations.clear()
    expect(await change(name, { ip: '192.0.2.2' })).toEqual({ success: true, registry_status: 'pending' })
    expect(await read(name)).toMatchObject({ ip: '192.0.2.2', registry_status: 'pending' })
    await expect(change(name, { ip: '192.0.2.3' })).rejects.toMatchObject({ refusal: 'nameserver_busy' })
    expect(used.operations.size).toBe(1)
    used.registry = 'answers'
    expect((await list()).results).toMatchObject([{ ip: '192.0.2.2', registry_status: 'active' }])
    used.registry = 'waits'
    expect(await remove(name)).toEqual({ success: true, registry_status: 'deleting' })
    used.registry = 'answers'
    await expect(read(name)).rejects.toMatchObject({ refusal: 'nameserver_not_found' })
  })

  it('has its former addresses after the registry refuses a change', async () => {
    used.registry = 'refuses'
    await expect(add({ name, ip: '192.0.2.1' })).rejects.toMatchObject({ refusal: 'registry_refused' })
    await expect(read(name)).rejects.toMatchObject({ refusal: 'nameserver_not_found' })
    used.registry = 'answers'
    await add({ name, ip: '192.0.2.1' })
    used.registry = 'waits'
    await change(name, { ip: '192.0.2.2' })
    used.registry = 'refuses'
    const reason = `no: registry refused ${name}.`
    const shown = { ip: '192.0.2.1', registry_status: 'refused', registry_reason: reason }
    expect(await read(name)).toMatchObject(shown)
    await expect(remove(name)).rejects.toMatchObject({ refusal: 'registry_refused' })
    expect(await read(name)).toMatchObject(shown)
  })

  it('is unavailable below a domain of another account', async () => {
    const given = { name: 'ns1.foreign.com', ip: '192.0.2.1' }
    await expect(add(given)).rejects.toMatchObject({ refusal: 'nameserver_unavailable' })
    await expect(read(given.name)).rejects.toMatchObject({ refusal: 'nameserver_not_found' })
  })
})

describe('the list of nameservers', () => {
  beforeEach(async () => {
    await add({ name: 'ns2.b.com', ip: '192.0.2.2', ip6: '2001:db8::2' })
    await add({ name: 'ns1.b.com', ip: '192.0.2.1' })
    await add({ name: 'a-x.b.com', ip6: '2001:db8::3' })
  })

  it.each<[string[], Asked<typeof listNameservers>]>([
    [['a-x.b.com', 'ns1.b.com', 'ns2.b.com'], {}],
    [['ns2.b.com', 'ns1.b.com', 'a-x.b.com'], { order: 'DESC' }],
    [['ns2.b.com', 'ns1.b.com', 'a-x.b.com'], { order_by: 'id' }],
    [['a-x.b.com', 'ns1.b.com', 'ns2.b.com'], { order_by: 'id', order: 'desc' }],
    [['ns1.b.com'], { name: 'NS1.b.com' }],
    [[], { name: 'ns1' }],
    [['ns2.b.com'], { ip: '192.0.2.2' }],
    [['ns2.b.com'], { ip6: '2001:db8:0::2' }],
    [[], { ip: '192.0.2' }],
    [['ns1.b.com', 'ns2.b.com'], { pattern: 'NS*' }],
    [[], { pattern: 'ns' }],
    [[], { pattern: 'a_x*' }],
    [['ns1.b.com'], { limit: 1, offset: '1' }],
  ])('has %j for the filter %j', async (expected, asked) => {
    expect(await names(asked)).toEqual(expected)
  })

  it('has the count of all matches, also on a page beyond the end', async () => {
    expect(await list({ pattern: 'ns*', limit: 1 })).toMatchObject({ total: 2, results: [{ name: 'ns1.b.com' }] })
    expect(await list({ offset: 10 })).toEqual({ total: 3, results: [] })
  })
})

describe('the group of the platform', () => {
  const ours = { id: 1, ns_group: 'dns-openprovider', name_servers: hosts('ns1.example.net', 'ns2.example.net') }

  it('exists in every account, by name and by number', async () => {
    expect(await readGroup('dns-openprovider')).toMatchObject(ours)
    expect(await readGroup('DNS-OpenProvider')).toMatchObject(ours)
    expect(await readGroup('whatever', { id: 1 })).toMatchObject(ours)
    expect(await listGroups()).toMatchObject({ total: 1, results: [ours] })
  })

  it('cannot be created, changed or deleted by an account', async () => {
    await expect(addGroup('DNS-openprovider')).rejects.toMatchObject({ refusal: 'ns_group_exists' })
    await expect(changeGroup('dns-openprovider', two)).rejects.toMatchObject({ refusal: 'ns_group_managed' })
    await expect(removeGroup('dns-openprovider')).rejects.toMatchObject({ refusal: 'ns_group_managed' })
  })
})

describe('a group of nameservers', () => {
  it('has its nameservers in their order, with the addresses that they have in the account', async () => {
    await add({ name: 'ns2.a.com', ip: '192.0.2.2', ip6: '2001:db8::2' })
    expect(
      await addGroup(' Mine ', [
        { name: 'ns3.other.net', seq_nr: 2 },
        { name: 'NS2.a.com', seq_nr: '1' },
        { name: 'ns1.a.com', ip: '192.0.2.1', seq_nr: 0 },
      ]),
    ).toEqual({ success: true })
    const group = await readGroup('mine')
    expect(group).toEqual({
      id: expect.any(Number),
      ns_group: 'Mine',
      name_servers: [
        { name: 'ns1.a.com', ip: '192.0.2.1', seq_nr: 0 },
        { id: expect.any(Number), name: 'ns2.a.com', ip: '192.0.2.2', ip6: '2001:db8::2', seq_nr: 1 },
        { name: 'ns3.other.net', seq_nr: 2 },
      ],
    })
    expect(await readGroup('Mine', { id: group.id })).toEqual(group)
    await change('ns2.a.com', { ip: '192.0.2.22' })
    expect((await readGroup('mine')).name_servers[1]).toMatchObject({ ip: '192.0.2.22' })
  })

  it.each<[string, string, NewGroup['name_servers']]>([
    ['ns_group_name_invalid', ' ', two],
    ['ns_group_name_invalid', 'a/b', two],
    ['ns_group_name_invalid', 'a\u0000b', two],
    ['ns_group_name_invalid', 'a'.repeat(101), two],
    ['ns_group_too_small', 'new', []],
    ['ns_group_too_small', 'new', hosts('ns1.a.com')],
    ['nameserver_duplicate', 'new', hosts('ns1.a.com', 'NS1.a.com.')],
    ['nameserver_name_missing', 'new', hosts('ns1.a.com', '')],
    ['nameserver_name_invalid', 'new', hosts('ns1.a.com', 'a b.com')],
    ['nameserver_ip_invalid', 'new', [{ name: 'ns1.a.com', ip: '1' }, { name: 'ns2.a.com' }]],
    ['nameserver_ip6_invalid', 'new', [{ name: 'ns1.a.com', ip6: '1' }, { name: 'ns2.a.com' }]],
    ['ns_group_exists', 'TAKEN', two],
  ])('is refused with %s for the name %j and the members %j', async (refusal, name, members) => {
    await addGroup('taken')
    await expect(addGroup(name, members)).rejects.toMatchObject({ refusal })
    expect(await groupNames({})).toEqual(['dns-openprovider', 'taken'])
  })

  it('refuses other addresses for a nameserver of the account', async () => {
    await add({ name: 'ns1.a.com', ip: '192.0.2.1', ip6: '2001:db8::1' })
    await addGroup('same', [{ name: 'ns1.a.com', ip: '192.0.2.1' }, { name: 'ns2.a.com' }])
    const other = addGroup('other', [{ name: 'ns1.a.com', ip: '192.0.2.9' }, { name: 'ns2.a.com' }])
    await expect(other).rejects.toMatchObject({ refusal: 'invalid_input', details: { field: 'name_servers' } })
    await expect(readGroup('other')).rejects.toMatchObject({ refusal: 'ns_group_not_found' })
  })

  it('is replaced as a whole by an update', async () => {
    await addGroup('mine', hosts('ns1.a.com', 'ns2.a.com', 'ns3.a.com'))
    expect(await changeGroup('MINE', hosts('ns3.a.com', 'ns4.a.com'))).toEqual({ success: true })
    expect((await readGroup('mine')).name_servers.map(({ name }) => name)).toEqual(['ns3.a.com', 'ns4.a.com'])
    await expect(changeGroup('mine', [])).rejects.toMatchObject({ refusal: 'ns_group_too_small' })
    await expect(changeGroup('none', two)).rejects.toMatchObject({ refusal: 'ns_group_not_found' })
  })

  it('is deleted when no domain uses it', async () => {
    await addGroup('Mine')
    used.groups.set('Mine', 1)
    await expect(removeGroup('mine')).rejects.toMatchObject({ refusal: 'ns_group_in_use' })
    used.groups.clear()
    expect(await removeGroup('mine')).toEqual({ success: true })
    await expect(removeGroup('mine')).rejects.toMatchObject({ refusal: 'ns_group_not_found' })
    await addGroup('mine')
  })

  it('is not visible to another account', async () => {
    await addGroup('mine')
    const { id } = await readGroup('mine')
    const missing = { refusal: 'ns_group_not_found' }
    await expect(readGroup('mine', {}, stranger)).rejects.toMatchObject(missing)
    await expect(readGroup('mine', { id }, stranger)).rejects.toMatchObject(missing)
    await expect(changeGroup('mine', two, stranger)).rejects.toMatchObject(missing)
    await expect(removeGroup('mine', stranger)).rejects.toMatchObject(missing)
  })
})

describe('the list of groups', () => {
  beforeEach(async () => {
    await addGroup('big', [...two, { name: 'ns9.b.com', ip: '192.0.2.9', ip6: '2001:db8::9' }])
    await addGroup('aaa', hosts('ns1.b.com', 'ns2.b.com'))
    used.groups.set('big', 5).set('dns-openprovider', 70_000)
  })

  it.each<[string[], Asked<typeof listNameserverGroups>]>([
    [['aaa', 'big', 'dns-openprovider'], {}],
    [['dns-openprovider', 'big', 'aaa'], { order_by: { ns_group: 'desc' } }],
    [['big', 'aaa', 'dns-openprovider'], { order_by: { ns_count: 'desc' } }],
    [['aaa', 'big', 'dns-openprovider'], { order_by: { domain_count: 'asc' } }],
    [['dns-openprovider', 'big', 'aaa'], { order_by: { domain_count: 'DESC' } }],
    [['big'], { ns_group_pattern: 'B*' }],
    [['aaa', 'big'], { ns_name_pattern: '*.b.com' }],
    [['big', 'dns-openprovider'], { ns_name_pattern: 'ns1.example.net' }],
    [['big'], { ns_ip_pattern: '192.0.2.*' }],
    [['big'], { ns_ip_pattern: '2001:DB8::9' }],
    [[], { ns_ip_pattern: '192.0.2' }],
    [['big'], { limit: 1, offset: 1 }],
  ])('has %j for the filter %j', async (expected, asked) => {
    expect(await groupNames(asked)).toEqual(expected)
  })

  it('shows the requested counts after one request to domains', async () => {
    const { results, total } = await listGroups({ with_domain_count: true, with_ns_count: 1 })
    expect(results.map((group) => [group.ns_group, group.domain_count, group.ns_count])).toEqual([
      ['aaa', 0, 2],
      ['big', 5, 3],
      ['dns-openprovider', 70_000, 2],
    ])
    expect(total).toBe(3)
    expect(used.asked).toBe(1)
    const [plain] = (await listGroups()).results
    expect(Object.keys(plain!)).toEqual(['id', 'ns_group', 'name_servers'])
    expect(used.asked).toBe(1)
  })
})

describe('resolving a group', () => {
  const resolve = (group: string, by = account) =>
    platform.rpc.call(resolveNameserverGroup, { resellerId: by, group }, call(by))

  it('returns its nameservers to the service that delegates domains', async () => {
    await add({ name: 'ns1.a.com', ip: '192.0.2.1' })
    await addGroup('Mine', [{ name: 'ns1.a.com' }, { name: 'ns2.a.com', ip6: '::2' }])
    const { id: groupId } = await readGroup('Mine')
    expect(await resolve('MINE')).toEqual({
      group: 'Mine',
      groupId,
      nameservers: [
        { name: 'ns1.a.com', ip: '192.0.2.1' },
        { name: 'ns2.a.com', ip6: '::2' },
      ],
    })
    expect(await resolve('dns-openprovider')).toEqual({ group: 'dns-openprovider', groupId: 1, nameservers: two })
    await expect(resolve('mine', stranger)).rejects.toMatchObject({ refusal: 'ns_group_not_found' })
  })
})

describe('nameservers.find', () => {
  const find = (names: string[], resellerId = account) =>
    platform.rpc.call(findNameservers, { resellerId, names }, platform.domains.call())

  it('returns the given addresses of the named nameservers, and leaves out unknown names', async () => {
    await add({ name: 'ns1.a.com', ip: '192.0.2.1' })
    await add({ name: 'ns2.a.com', ip: '192.0.2.2', ip6: '2001:db8::2' })
    await add({ name: 'ns3.a.com', ip: '192.0.2.3' })
    const { nameservers } = await find(['ns2.a.com', 'ns1.a.com', 'ns9.a.com'])
    expect(nameservers.sort((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
      { name: 'ns1.a.com', ip: '192.0.2.1' },
      { name: 'ns2.a.com', ip: '192.0.2.2', ip6: '2001:db8::2' },
    ])
  })

  it('returns no deleted nameserver and none of another account', async () => {
    await add({ name: 'ns1.a.com', ip: '192.0.2.1' })
    expect(await find(['ns1.a.com'], account + 1_000)).toEqual({ nameservers: [] })
    await remove('ns1.a.com')
    expect(await find(['ns1.a.com'])).toEqual({ nameservers: [] })
  })
})
