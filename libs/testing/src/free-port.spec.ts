import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { claimPort, claims, freePort } from './free-port'

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

it('a chosen port belongs to its process as long as that runs', () => {
  // Beyond all ports, so nobody else chooses them.
  const [ours, theirs, nobodys] = [1, 2, 3].map((each) => 100_000 * each + process.pid) as [number, number, number]
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  try {
    expect([claimPort(ours), claimPort(ours)]).toEqual([true, false])
    expect([claimPort(theirs, process.ppid), claimPort(theirs)]).toEqual([true, false])
    expect([claimPort(nobodys, ended), claimPort(nobodys), claimPort(nobodys)]).toEqual([true, false, true])
  } finally {
    for (const port of [ours, theirs, nobodys]) rmSync(join(claims, String(port)), { force: true })
  }
})
