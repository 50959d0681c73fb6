import { boundAddress, clientAddress } from './address'

describe('the address a token is bound to', () => {
  it.each([undefined, '', '  ', '0.0.0.0'])('is nothing for %p', (given) => expect(boundAddress(given)).toBeNull())

  it.each(['192.0.2.7', '192.0.2.0/24', '0.0.0.0/0', '2001:db8::1', '2001:db8::/32', '::1', '::ffff:192.0.2.7'])(
    'can be %s',
    (given) => expect(boundAddress(given)).toBe(given),
  )

  it.each(['localhost', '192.0.2', '192.0.2.256', '192.0.2.0/33', '2001:db8::/129', 'fe80::1%eth0', '1/2/3', '::g'])(
    'cannot be %s',
    (given) => expect(boundAddress(given)).toBeUndefined(),
  )
})

describe('the address of a client', () => {
  it.each(['192.0.2.7', '2001:db8::1', '::ffff:192.0.2.7'])('is %s', (given) =>
    expect(clientAddress(given)).toBe(given),
  )
  it('loses its zone', () => expect(clientAddress('fe80::1%eth0')).toBe('fe80::1'))
  it.each([undefined, '', 'unknown', '192.0.2.7:80'])('is unspecified for %p', (given) =>
    expect(clientAddress(given)).toBe('::'),
  )
})
