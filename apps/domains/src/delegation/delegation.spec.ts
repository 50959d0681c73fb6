import { fail } from '@nameyard/contracts/errors'
import { tlds } from '../tlds/catalogue'
import { delegationOf } from './delegation'

const com = tlds.get('com')!
const named = (...names: string[]) => names.map((name) => ({ name }))
const groups = new Map([
  ['mine', ['ns1.mine.example', 'ns2.mine.example']],
  ['single', ['ns1.mine.example']],
  ['many', Array.from({ length: 14 }, (_, index) => `ns${index}.mine.example`)],
])
const delegated = (order: Parameters<typeof delegationOf>[0]) =>
  delegationOf(order, com, async (asked) => {
    const group = asked.toLowerCase()
    return { group, groupId: 7, nameservers: named(...(groups.get(group) ?? fail('ns_group_not_found', { group }))) }
  })

describe('the nameservers of an order', () => {
  it('are the ones it names, in its order and in the form that the registry gets', async () => {
    const name_servers = [
      { name: 'NS2.Example.COM.', ip: '192.0.2.2', ip6: '2001:db8::2' },
      { name: 'ns1.bücher.example' },
    ]
    expect(await delegated({ name_servers })).toEqual({
      group: '',
      groupId: null,
      nameservers: [
        { name: 'ns2.example.com', ip: '192.0.2.2', ip6: '2001:db8::2' },
        { name: 'ns1.xn--bcher-kva.example' },
      ],
    })
  })

  it('are those of its group, together with the name of the group', async () => {
    expect(await delegated({ ns_group: 'MINE', name_servers: named('ns1.a.example') })).toEqual({
      group: 'mine',
      groupId: 7,
      nameservers: named('ns1.mine.example', 'ns2.mine.example'),
    })
  })

  it.each([
    ['nameservers_missing', {}],
    ['nameservers_missing', { name_servers: [] }],
    ['ns_group_not_found', { ns_group: 'unknown', name_servers: named('ns1.a.example', 'ns2.a.example') }],
    ['nameservers_too_few', { name_servers: named('ns1.a.example') }],
    ['nameservers_too_few', { ns_group: 'single' }],
    ['invalid_input', { ns_group: 'many' }],
    ['invalid_input', { name_servers: named(...Array.from({ length: 14 }, (_, index) => `ns${index}.a.example`)) }],
    ['nameserver_name_invalid', { name_servers: named('ns1.a.example', 'ns_2.a.example') }],
    ['nameserver_name_invalid', { name_servers: named('ns1.a.example', 'localhost') }],
    [
      'nameserver_ip_invalid',
      { name_servers: [{ name: 'ns1.a.example', ip: '192.0.2.256' }, { name: 'ns2.a.example' }] },
    ],
    ['nameserver_ip_invalid', { name_servers: [{ name: 'ns1.a.example', ip: '::1' }, { name: 'ns2.a.example' }] }],
    [
      'nameserver_ip6_invalid',
      { name_servers: [{ name: 'ns1.a.example', ip6: '192.0.2.1' }, { name: 'ns2.a.example' }] },
    ],
    ['nameserver_duplicate', { name_servers: named('ns1.a.example', 'NS1.a.example') }],
  ])('are refused with %s: %j', async (refusal, order) => {
    await expect(delegated(order)).rejects.toMatchObject({ refusal })
  })
})
