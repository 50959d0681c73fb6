import { canonicalAddress, isInside, networksOf } from './master-address'

it.each([
  '0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1', '172.31.255.255',
  '192.168.1.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::7f00:1', 'fe80::1', 'fec0::1', 'fc00::1', 'fdff::1', 'ff02::1',
  '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a00:1', '::FFFF:10.0.0.1', '64:ff9b::10.0.0.1', '2002:7f00:1::',
  '2002:c0a8:101::1', '::ffff:0:127.0.0.1',
])('counts %s as inside', (text) => {
  expect(isInside(canonicalAddress(text)!)).toBe(true)
}) // prettier-ignore

it.each(['192.0.2.1', '9.9.9.9', '172.32.0.1', '2001:db8::1', '2620:fe::fe', '::ffff:9.9.9.9', '64:ff9b::9.9.9.9'])(
  'counts %s as outside',
  (text) => {
    expect(isInside(canonicalAddress(text)!)).toBe(false)
  },
)

it('has one spelling for an address', () => {
  expect(canonicalAddress('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(canonicalAddress('2001:DB8:0:0::1')).toBe('2001:db8::1')
  for (const text of ['', '192.0.2.1,192.0.2.2', 'ns.example', 'fe80::1%eth0', '192.0.2.1:53'])
    expect(canonicalAddress(text)).toBeUndefined()
})

it('reads networks', () => {
  const list = networksOf(['10.1.0.0/16', '192.168.7.7', 'fd00::/8'])!
  expect(list.check('10.1.2.3', 'ipv4')).toBe(true)
  expect(list.check('10.2.2.3', 'ipv4')).toBe(false)
  expect(list.check('fd12::1', 'ipv6')).toBe(true)
  for (const text of ['10.0.0.0/33', 'x', '10.0.0.0/8/8', '10.0.0.0/', '/8']) expect(networksOf([text])).toBeUndefined()
})
