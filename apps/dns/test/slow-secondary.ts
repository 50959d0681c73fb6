import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/**
 * Starts a name server that forwards queries to another one: UDP from the start, TCP only after `getKeys`. So it acts as a
 * secondary that has the zone, but not its keys yet.
 */
export async function startSecondary(ofPort: number) {
  let hasKeys = false
  const tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    if (!hasKeys) return socket.destroy()
    const there = connect(ofPort, '127.0.0.1').on('error', () => socket.destroy())
    return socket.pipe(there).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as { port: number }
  const udp = createSocket('udp4').bind(port, '127.0.0.1')
  await once(udp, 'listening')
  udp.on('message', (message, from) => {
    const there = createSocket('udp4')
    there.on('message', (answer) => udp.send(answer, from.port, from.address, () => there.close()))
    there.send(message, ofPort, '127.0.0.1')
  })
  return {
    port,
    getKeys() {
      hasKeys = true
    },
    async close() {
      udp.close()
      tcp.close()
      await once(tcp, 'close')
    },
  }
}
