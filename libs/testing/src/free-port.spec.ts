import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { anyPort, freePort } from './free-port'

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

it('processes that run tests beside each other choose from different ports', () => {
  const portsOf = (process: number) => new Set(Array.from({ length: 2000 }, () => anyPort(process)))
  const [one, other] = [portsOf(1), portsOf(2)]
  expect(one.size).toBeGreaterThan(500)
  expect([...one].filter((port) => other.has(port))).toEqual([])
  for (const port of [...one, ...other]) expect([port >= 10_000, port < 32_768]).toEqual([true, true])
})
