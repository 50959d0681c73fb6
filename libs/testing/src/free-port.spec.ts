import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { freePort } from './free-port'

it('freePort returns different free ports below those of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort))
  expect(new Set(ports).size).toBe(ports.length)
  for (const port of ports) {
    expect(port).toBeLessThan(32_768)
    const [server, socket] = [createServer().listen(port, '127.0.0.1'), createSocket('udp4').bind(port, '127.0.0.1')]
    await Promise.all([once(server, 'listening'), once(socket, 'listening')])
    await Promise.all([once(server.close(), 'close'), once(socket.close(), 'close')])
  }
})
