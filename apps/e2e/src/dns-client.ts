import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import * as packet from 'dns-packet'

const PATIENCE_MS = 5_000

const query = (name: string, type: string): packet.Packet => ({
  type: 'query',
  id: 1 + Math.floor(Math.random() * 65_000),
  questions: [{ name, type }],
})

/** Queries a name server on this machine over UDP. */
export async function askUdp(port: number, name: string, type: string): Promise<packet.Packet> {
  const socket = createSocket('udp4')
  try {
    socket.send(packet.encode(query(name, type)), port, '127.0.0.1')
    const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [Buffer]
    return packet.decode(answer)
  } finally {
    socket.close()
  }
}

/** Queries a name server on this machine over TCP (RFC 7766). */
export async function askTcp(port: number, name: string, type: string): Promise<packet.Packet> {
  const socket = connect(port, '127.0.0.1')
  try {
    socket.write(packet.streamEncode(query(name, type)))
    let received = Buffer.alloc(0)
    while (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) {
      const [chunk] = (await once(socket, 'data', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [Buffer]
      received = Buffer.concat([received, chunk])
    }
    return packet.streamDecode(received)
  } finally {
    socket.destroy()
  }
}
