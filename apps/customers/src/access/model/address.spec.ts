import { boundAddress, unmapped } from './address'

describe('what a token is bound to', () => {
  it.each([undefined, '', '  ', '0.0.0.0'])('is nothing for %p', (given) => expect(boundAddress(given)).toBeNull())

  it.each(['192.0.2.7', '192.0.2.0/24', '0.0.0.0/0', '2001:db8::1', '2001:db8::/32', '::1'])('is %s', (given) =>
    expect(boundAddress(given)).toBe(given),
  )

  it('is the IPv4 address behind a mapped one', () => expect(boundAddress('::ffff:192.0.2.7')).toBe('192.0.2.7'))

  it.each(['localhost', '192.0.2', '192.0.2.256', '192.0.2.0/33', '2001:db8::/129', 'fe80::1%eth0', '1/2/3', '::g'])(
    'cannot be %s',
    (given) => expect(boundAddress(given)).toBeUndefined(),
  )
})

describe('the address of a client', () => {
  it('is IPv4 where the socket shows it inside IPv6', () => expect(unmapped('::ffff:192.0.2.7')).toBe('192.0.2.7'))
  it('is left alone elsewhere', () => expect(unmapped('::ffff:c000:207')).toBe('::ffff:c000:207'))
})
