import { isAddressRange } from './address-range'

describe('an address or CIDR range', () => {
  it.each(['192.0.2.1', '192.0.2.0/24', '0.0.0.0/0', '2001:db8::1', '2001:DB8::/32', '::/0', '::ffff:192.0.2.1'])(
    'can be %s',
    (text) => expect(isAddressRange(text)).toBe(true),
  )

  it.each([
    '',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.0/33',
    '192.0.2.0/',
    '2001:db8::/129',
    'fe80::1%eth0',
    ' 192.0.2.1',
    '192.0.2.1-192.0.2.9',
  ])('cannot be %p', (text) => expect(isAddressRange(text)).toBe(false))
})
