import { isPublicAddress } from './public-address'

describe('an address of the public Internet', () => {
  it.each([
    '8.8.8.8',
    '100.63.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    // An IPv4 address of the Internet in IPv6: mapped, translated by NAT64, 6to4.
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
  ])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    // This network, loopback, private, link-local and metadata, shared, reserved.
    ...['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '100.100.100.200', '192.0.0.1', '198.18.0.1'],
    // Documentation, 6to4 relays, AMT, AS112, multicast, future use, broadcast.
    ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '192.88.99.1', '192.52.193.1', '192.175.48.1'],
    ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    // Unspecified, loopback, link-local, site-local, unique local and metadata, multicast, discard.
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '100::1'],
    // Documentation, Teredo, ORCHID, benchmarks, segment routing, what is not given to anybody.
    ...['2001:db8::1', '3fff::1', '2001::1', '2001:10::1', '2001:20::1', '2001:2::1', '5f00::1', '4000::1', 'a000::1'],
    // An internal IPv4 address in IPv6: compatible, mapped, translated, 6to4; Teredo hides one behind a public server.
    ...['::127.0.0.1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::ffff:0:127.0.0.1', '64:ff9b::10.0.0.1'],
    ...['64:ff9b::a9fe:a9fe', '64:ff9b:1::8.8.8.8', '2002:7f00:1::1', '2002:a9fe:a9fe::', '2001:0:808:808::1'],
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
