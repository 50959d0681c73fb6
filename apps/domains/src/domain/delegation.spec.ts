import { tlds } from '../tlds/catalogue'
import { delegationOf } from './delegation'

const com = tlds.get('com')!
const platform = ['ns1.nameyard.example', 'ns2.nameyard.example']
const named = (...names: string[]) => names.map((name) => ({ name }))
const delegated = (order: Parameters<typeof delegationOf>[0]) => delegationOf(order, com, platform)
const refusalOf = (order: Parameters<typeof delegationOf>[0]) => {
  try {
    delegated(order)
  } catch (error) {
    return (error as { refusal: string }).refusal
  }
  return 'none'
}

describe('the nameservers of an order', () => {
  it('are those it names, in its order, as the registry gets them', () => {
    const name_servers = [
      { name: 'NS2.Example.COM.', ip: '192.0.2.2', ip6: '2001:db8::2' },
      { name: 'ns1.bücher.example' },
    ]
    expect(delegated({ name_servers })).toEqual([
      { name: 'ns2.example.com', ip: '192.0.2.2', ip6: '2001:db8::2' },
      { name: 'ns1.xn--bcher-kva.example' },
    ])
  })

  it('are those of the platform for its group', () => {
    expect(delegated({ ns_group: 'dns-openprovider' })).toEqual(named(...platform))
  })

  it.each([
    ['nameservers_missing', {}],
    ['nameservers_missing', { name_servers: [] }],
    ['ns_group_not_found', { ns_group: 'unknown', name_servers: named('ns1.a.example', 'ns2.a.example') }],
    ['nameservers_too_few', { name_servers: named('ns1.a.example') }],
    ['invalid_input', { name_servers: named(...Array.from({ length: 14 }, (_, index) => `ns${index}.a.example`)) }],
    ['nameserver_name_invalid', { name_servers: named('ns1.a.example', 'ns_2.a.example') }],
    ['nameserver_name_invalid', { name_servers: named('ns1.a.example', 'localhost') }],
    [
      'nameserver_ip_invalid',
      { name_servers: [{ name: 'ns1.a.example', ip: '192.0.2.256' }, { name: 'ns2.a.example' }] },
    ],
    ['nameserver_ip_invalid', { name_servers: [{ name: 'ns1.a.example', ip: '::1' }, { name: 'ns2.a.example' }] }],
    [
      'nameserver_ip_invalid',
      { name_servers: [{ name: 'ns1.a.example', ip6: '192.0.2.1' }, { name: 'ns2.a.example' }] },
    ],
    ['invalid_input', { name_servers: named('ns1.a.example', 'NS1.a.example') }],
  ])('are refused with %s: %j', (refusal, order) => {
    expect(refusalOf(order)).toBe(refusal)
  })
})
