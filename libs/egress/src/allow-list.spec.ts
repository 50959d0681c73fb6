import { AllowList } from './allow-list'

const list = AllowList.parse('Hooks.internal, 10.1.0.0/16,fd00:1::/64 ,192.168.0.7, ::ffff:172.16.0.9')!

describe('the list of exceptions', () => {
  it('has hosts by name or by address', () => {
    const hosts = ['hooks.internal', '10.1.2.3', '192.168.0.7', 'fd00:1::5']
    expect(hosts.filter((host) => list.has(host))).toEqual(hosts)
    expect(['internal', 'a.hooks.internal', '10.2.0.1', 'fd00:2::5'].filter((host) => list.has(host))).toEqual([])
  })

  it('covers addresses in any form', () => {
    const covered = ['10.1.255.255', '::ffff:10.1.0.1', '172.16.0.9', 'fd00:1::1']
    expect(covered.filter((address) => list.covers(address))).toEqual(covered)
    const others = ['10.0.255.255', '192.168.0.8', 'fd00:1:0:1::1', 'fd00:1::1%eth0', '8.8.8.8']
    expect(others.filter((address) => list.covers(address))).toEqual([])
  })

  it('may be empty', () => {
    expect(AllowList.parse('')!.has('127.0.0.1')).toBe(false)
  })

  it.each([
    '10.0.0.0/33',
    '10.0.0',
    '300.1.2.3',
    'a b',
    'http://hooks.internal',
    '*.internal',
    'fe80::1%eth0',
    '10.0.0.0/',
  ])('is refused with the entry %s', (entry) => {
    expect(AllowList.parse(`hooks.internal,${entry}`)).toBeUndefined()
  })
})
