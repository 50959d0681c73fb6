import { canonicalAddress, clientNetwork, isInternalAddress, NetworkList, parseNetwork } from './ip-address'

it.each([
  '0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1', '172.31.255.255',
  '192.168.1.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::7f00:1', 'fe80::1', 'fec0::1', 'fc00::1', 'fdff::1', 'ff02::1',
  '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a00:1', '::FFFF:10.0.0.1', '64:ff9b::10.0.0.1', '2002:7f00:1::',
  '2002:c0a8:101::1', '::ffff:0:127.0.0.1',
])('counts %s as an internal address', (text) => {
  const address = canonicalAddress(text)!
  expect(isInternalAddress(address)).toBe(true)
}) // prettier-ignore

it.each(['9.9.9.9', '172.32.0.1', '2620:fe::fe', '::ffff:9.9.9.9', '64:ff9b::9.9.9.9'])(
  'counts %s as an external address',
  (text) => {
    const address = canonicalAddress(text)!
    expect(isInternalAddress(address)).toBe(false)
  },
)

it.each(['192.0.2.1', '198.51.100.7', '203.0.113.1', '2001:db8::1', '64:ff9b::192.0.2.1'])(
  'counts %s, a documentation address, as an external one',
  (address) => {
    expect(isInternalAddress(address)).toBe(false)
  },
)

it('returns the canonical spelling of an address, and undefined for other text', () => {
  expect(canonicalAddress('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(canonicalAddress('2001:DB8:0:0::1')).toBe('2001:db8::1')
  for (const text of ['', '192.0.2.1,192.0.2.2', 'ns.example', 'fe80::1%eth0', '192.0.2.1:53'])
    expect(canonicalAddress(text)).toBeUndefined()
})

it('looks addresses up in a list of addresses and CIDR ranges', () => {
  const list = NetworkList.parse(['10.1.0.0/16', '192.168.7.7', 'fd00::/8'])!
  expect(list.has('10.1.2.3')).toBe(true)
  expect(list.has('::ffff:10.1.2.3')).toBe(true)
  expect(list.has('10.2.2.3')).toBe(false)
  expect(list.has('fd12::1')).toBe(true)
})

it.each(['10.0.0.0/33', 'fd00::/129', 'x', '10.0.0.0/8/8', '10.0.0.0/', '/8', 'fe80::1%eth0', ''])(
  'does not read %j as an address or a CIDR range',
  (text) => {
    expect(parseNetwork(text)).toBeUndefined()
    expect(NetworkList.parse(['10.0.0.0/8', text])).toBeUndefined()
  },
)

describe('the network of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:FFFF:c000:207', '192.0.2.7'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::2:3:192.0.2.7', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (given, network) => expect(clientNetwork(given)).toBe(network))

  it('is the same for all clients without an address', () => expect(clientNetwork(undefined)).toBe(clientNetwork('?')))
})
