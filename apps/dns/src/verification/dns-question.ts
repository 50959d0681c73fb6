import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ns } from '@nameyard/zone/record/ns'
import { WireReader, WireWriter } from '@nameyard/zone/wire'

/** A record of an answer; names in its RDATA may be compressed. */
export interface AnsweredRecord {
  readonly owner: string
  readonly type: number
  readonly rdata: Buffer
  /** Name server of an NS record; lower case, without the final dot. */
  readonly host: string | undefined
}

/** An answer to one query. */
export interface DnsAnswer {
  readonly rcode: number
  readonly isAuthoritative: boolean
  readonly answers: readonly AnsweredRecord[]
  readonly authorities: readonly AnsweredRecord[]
  readonly additionals: readonly AnsweredRecord[]
}

const HEADER_OCTETS = 12
const CLASS_IN = 1
const AUTHORITATIVE = 0x0400

/**
 * Sends one query over TCP, which truncates no answer (RFC 7766). `server` is `address:port`. Returns the records of the
 * answer section. Throws when the connection fails or the answer is invalid.
 */
export async function askOverTcp(
  server: string,
  name: string,
  type: number,
  timeoutMs: number,
): Promise<readonly AnsweredRecord[]> {
  const { host, port } = parseServer(server)
  const { rcode, answers } = await queryOver(connect(port, host), name, type, timeoutMs)
  if (rcode !== 0) throw new Error(`the answer has the code ${rcode}`)
  return answers
}

/** Reads `address:port`; an IPv6 address may be in brackets. */
export function parseServer(server: string): { readonly host: string; readonly port: number } {
  const at = server.lastIndexOf(':')
  return { host: server.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(server.slice(at + 1)) }
}

/** As {@link askOverTcp}, over a connection, which it ends: without recursion, all sections of an answer of any code. */
export async function queryOver(socket: Socket, name: string, type: number, timeoutMs: number): Promise<DnsAnswer> {
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
    return decode(received.subarray(2, 2 + received.readUInt16BE(0)), id)
  } finally {
    socket.destroy()
  }
}

function decode(message: Buffer, id: number): DnsAnswer {
  const reader = new WireReader(message)
  const answered = reader.uint16()
  const flags = reader.uint16()
  const [questions, answers, authorities, additionals] = [
    reader.uint16(),
    reader.uint16(),
    reader.uint16(),
    reader.uint16(),
  ]
  if (answered !== id) throw new Error('the answer belongs to another query')
  reader.offset = HEADER_OCTETS
  for (let at = 0; at < questions; at += 1) {
    reader.name()
    reader.bytes(4)
  }
  const section = (count: number) => Array.from({ length: count }, () => recordIn(reader))
  return {
    rcode: flags & 15,
    isAuthoritative: (flags & AUTHORITATIVE) !== 0,
    answers: section(answers),
    authorities: section(authorities),
    additionals: section(additionals),
  }
}

function recordIn(reader: WireReader): AnsweredRecord {
  const owner = reader.name()
  const type = reader.uint16()
  reader.bytes(6)
  const octets = reader.uint16()
  const start = reader.offset
  const host = type === ns.code ? reader.name() : undefined
  reader.offset = start
  return { owner, type, rdata: reader.bytes(octets), host }
}
