import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { TcpConnections } from './tcp-connections'

const from = (remoteAddress: string | undefined): Socket =>
  Object.assign(new Duplex({ read: () => undefined }), { remoteAddress }) as unknown as Socket

it.each([
  ['192.0.2.1', '192.0.2.1', true],
  ['192.0.2.1', '::ffff:192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['2001:db8::1', '2001:db8::2', true],
  ['2001:db8:0:0:1:2:3:4', '2001:db8::1', true],
  ['2001:db8:0:1::1', '2001:db8::1', false],
  ['fe80::1%eth0', 'fe80::2', true],
  ['::1', '::1', true],
])('counts %s and %s as one client: %s', (one, other, isOne) => {
  const connections = new TcpConnections(10, 1)
  expect(connections.admit(from(one))).toBe(true)
  expect(connections.admit(from(other))).toBe(!isOne)
})

it('closes the connection that was idle longest when the limit is reached', () => {
  const connections = new TcpConnections(2, 2)
  const [first, second, third] = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map(from) as [Socket, Socket, Socket]
  connections.admit(first)
  connections.admit(second)
  connections.used(first)
  expect(connections.admit(third)).toBe(true)
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([false, true, false])
  expect(connections.admit(from('192.0.2.1'))).toBe(true)
  expect(first.destroyed).toBe(true)
})

it('closes a connection whose client has disconnected', () => {
  const gone = from(undefined)
  expect(new TcpConnections(1, 1).admit(gone)).toBe(false)
  expect(gone.destroyed).toBe(true)
})
