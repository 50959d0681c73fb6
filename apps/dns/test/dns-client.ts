import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import * as packet from 'dns-packet'

const query = (name: string, type: string, extra: Partial<packet.Packet> = {}): packet.Packet => ({
  type: 'query',
  id: 1 + Math.floor(Math.random() * 65_000),
  questions: [{ name, type }],
  ...extra,
})

/** Sends a message over UDP and returns the answer. */
export async function exchange(port: number, message: Buffer): Promise<Buffer> {
  const socket = createSocket('udp4')
  try {
    socket.send(message, port, '127.0.0.1')
    const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(5_000) })) as [Buffer]
    return answer
  } finally {
    socket.close()
  }
}

/** Sends a message over TCP and returns the answer. */
export async function exchangeTcp(port: number, message: Buffer): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1')
  try {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(message.length)
    socket.write(Buffer.concat([length, message]))
    let received: Buffer = Buffer.alloc(0)
    while (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) {
      const [chunk] = (await once(socket, 'data', { signal: AbortSignal.timeout(5_000) })) as [Buffer]
      received = Buffer.concat([received, chunk])
    }
    return received.subarray(2)
  } finally {
    socket.destroy()
  }
}

/** Queries over UDP with an independent codec. */
export async function askUdp(
  port: number,
  name: string,
  type: string,
  extra?: Partial<packet.Packet>,
): Promise<packet.Packet> {
  return packet.decode(await exchange(port, packet.encode(query(name, type, extra))))
}

/** Sends several queries over one TCP connection without waiting. Returns the answers in the order of arrival. */
export async function askTcp(port: number, ...questions: [name: string, type: string][]): Promise<packet.Packet[]> {
  const socket = connect(port, '127.0.0.1')
  try {
    for (const [name, type] of questions) socket.write(packet.streamEncode(query(name, type)))
    const answers: packet.Packet[] = []
    let buffered = Buffer.alloc(0)
    while (answers.length < questions.length) {
      const [chunk] = (await once(socket, 'data', { signal: AbortSignal.timeout(5_000) })) as [Buffer]
      buffered = Buffer.concat([buffered, chunk])
      while (buffered.length >= 2 && buffered.length >= 2 + buffered.readUInt16BE(0)) {
        const end = 2 + buffered.readUInt16BE(0)
        answers.push(packet.streamDecode(buffered.subarray(0, end)))
        buffered = buffered.subarray(end)
      }
    }
    return answers
  } finally {
    socket.destroy()
  }
}

/** Returns a port that is free for TCP, and so most likely for UDP. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
