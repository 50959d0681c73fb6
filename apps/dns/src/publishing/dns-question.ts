import { once } from 'node:events'
import { connect } from 'node:net'
import { WireReader, WireWriter } from '@nameyard/zone/wire'

/** A record of an answer; names in its RDATA may be compressed. */
export interface AnsweredRecord {
  readonly type: number
  readonly rdata: Buffer
}

const HEADER_OCTETS = 12
const CLASS_IN = 1

/**
 * Asks one question over TCP, which cuts no answer short (RFC 7766). `server` is `address:port`. Answers the records of
 * the answer section; throws what TCP says, or that the answer is none.
 */
export async function askOverTcp(
  server: string,
  name: string,
  type: number,
  timeoutMs: number,
): Promise<AnsweredRecord[]> {
  const at = server.lastIndexOf(':')
  const host = server.slice(0, at).replace(/^\[|\]$/g, '')
  const socket = connect(Number(server.slice(at + 1)), host)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const id = Math.floor(Math.random() * 65_536)
    const query = new WireWriter()
    query.uint16(id).uint16(0).uint16(1).uint16(0).uint16(0).uint16(0).name(name).uint16(type).uint16(CLASS_IN)
    const message = query.finish()
    socket.write(new WireWriter().uint16(message.length).bytes(message).finish())
    let received: Buffer = Buffer.alloc(0)
    while (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) {
      const [chunk] = (await once(socket, 'data', { signal })) as [Buffer]
      received = Buffer.concat([received, chunk])
    }
    return answersIn(received.subarray(2, 2 + received.readUInt16BE(0)), id)
  } finally {
    socket.destroy()
  }
}

function answersIn(message: Buffer, id: number): AnsweredRecord[] {
  const reader = new WireReader(message)
  const answered = reader.uint16()
  const flags = reader.uint16()
  const [questions, answers] = [reader.uint16(), reader.uint16()]
  if (answered !== id) throw new Error('the answer is to another question')
  if ((flags & 15) !== 0) throw new Error(`the answer has the code ${flags & 15}`)
  reader.offset = HEADER_OCTETS
  for (let at = 0; at < questions; at += 1) {
    reader.name()
    reader.bytes(4)
  }
  return Array.from({ length: answers }, () => {
    reader.name()
    const type = reader.uint16()
    reader.bytes(6)
    return { type, rdata: reader.bytes(reader.uint16()) }
  })
}
