import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import {
  decodeQuery,
  encodeAnswer,
  encodeFormatError,
  Opcode,
  QueryError,
  Rcode,
  type Answer,
  type Query,
} from '@nameyard/zone/message'
import type { RRset } from '@nameyard/zone/rrset'
import { CLASS_IN } from '@nameyard/zone/wire-record'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { ANY, answerFrom, authoritative } from './answer'
import { PreparedAnswers } from './prepared-answers'
import { PublishedZones } from './published-zones'
import type { ServedZone } from './served-zone'
import { TcpConnections } from './tcp-connections'

type Transport = 'udp' | 'tcp'

const DS = 43
/** Transfers, obsolete mail types, and all other types that are not data (RFC 6895 section 3.1). */
const isMetaType = (type: number): boolean => type >= 128 && type < 255

/** Most aliases in an answer; after them no other zone is searched. */
const LONGEST_CHAIN = 16

const TCP_IDLE_MS = 10_000
/** Most octets of unread answers of one connection: a client that does not read must not fill the memory. */
const TCP_UNREAD_OCTETS = 1024 * 1024

/**
 * The built-in authoritative responder: UDP and TCP, no recursion, no transfers, unsigned. Meant for demonstrations
 * and small installations; every replica answers from the same table.
 */
@Injectable()
export class Responder implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('responder')
  private readonly connections: TcpConnections
  private readonly prepared = new PreparedAnswers()
  private udp: UdpSocket | undefined
  private tcp: Server | undefined

  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly zones: PublishedZones,
  ) {
    this.connections = new TcpConnections(config.DNS_TCP_CONNECTIONS, config.DNS_TCP_CONNECTIONS_PER_CLIENT)
  }

  /** The address and port on which it listens. */
  get address(): { host: string; port: number } {
    return { host: this.config.DNS_HOST, port: this.udp?.address().port ?? this.config.DNS_PORT }
  }

  /** Starts last: until the zones are loaded, it would answer REFUSED for all of them. */
  async onApplicationBootstrap(): Promise<void> {
    const { DNS_HOST: host, DNS_PORT: port } = this.config
    this.tcp = createServer((socket) => this.converse(socket))
    this.tcp.listen(port, host)
    await this.listening(this.tcp, port)
    const address = this.tcp.address()
    const family = host.includes(':') ? 6 : 4
    // Answers go to addresses, which need no lookup.
    this.udp = createSocket({ type: `udp${family}`, lookup: (to, _, found) => found(null, to, family) })
    // Without a lookup the socket listens before `bind` returns.
    const listening = this.listening(this.udp, port)
    this.udp.bind(typeof address === 'object' && address ? address.port : port, host)
    await listening
    this.udp.on('message', (message, from) => {
      // Port 0 cannot be reached: the sender is forged.
      if (from.port === 0) return
      const { revision } = this.zones
      const known = this.prepared.find(message, revision)
      if (known) return this.udp?.send(known, from.port, from.address)
      void this.respond(message, 'udp').then((answer) => {
        if (!answer) return
        if (!isFailure(answer)) this.prepared.keep(message, answer, revision)
        this.udp?.send(answer, from.port, from.address)
      })
    })
    // An answer that cannot be sent, because the peer closed, affects no other client.
    this.udp.on('error', (error) => this.log.warn(error.message))
    this.log.log(`answering on ${this.address.host}:${this.address.port}`)
  }

  async onModuleDestroy(): Promise<void> {
    this.udp?.close()
    this.udp = undefined
    this.connections.closeAll()
    if (this.tcp) await new Promise((resolve) => this.tcp?.close(resolve))
  }

  private async listening(server: Server | UdpSocket, port: number): Promise<void> {
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      throw new Error(
        `the DNS responder cannot listen on ${this.config.DNS_HOST}:${port} (DNS_HOST, DNS_PORT): ${error.message}`,
      )
    })
  }

  /** Messages over TCP start with their length (RFC 1035 4.2.2) and may be pipelined (RFC 7766 6.2.1.1). */
  private converse(socket: Socket): void {
    socket.on('error', () => socket.destroy())
    if (!this.connections.admit(socket)) return
    socket.setTimeout(TCP_IDLE_MS, () => socket.destroy())
    let buffered: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      this.connections.used(socket)
      buffered = Buffer.concat([buffered, chunk])
      while (buffered.length >= 2 && buffered.length >= 2 + buffered.readUInt16BE(0)) {
        const end = 2 + buffered.readUInt16BE(0)
        const message = buffered.subarray(2, end)
        buffered = buffered.subarray(end)
        void this.respond(message, 'tcp').then((answer) => {
          if (answer === undefined) return socket.destroy()
          if (!socket.writable) return undefined
          if (socket.writableLength > TCP_UNREAD_OCTETS) return socket.destroy()
          const length = Buffer.alloc(2)
          length.writeUInt16BE(answer.length)
          return socket.write(Buffer.concat([length, answer]))
        })
      }
    })
  }

  /** Returns the answer to a message; undefined for messages that get no answer. Never throws. */
  private async respond(message: Buffer, transport: Transport): Promise<Buffer | undefined> {
    let query: Query
    try {
      query = decodeQuery(message)
    } catch (error) {
      return error instanceof QueryError && error.answerable ? encodeFormatError(error.answerable) : undefined
    }
    try {
      return encodeAnswer(query, await this.answer(query, transport), transport)
    } catch (error) {
      this.log.error(`${query.question.name}: ${(error as Error).message}`)
      return encodeAnswer(query, empty(Rcode.serverFailure), transport)
    }
  }

  private answer({ opcode, edns, question }: Query, transport: Transport): Answer | Promise<Answer> {
    if (opcode !== Opcode.query) return empty(Rcode.notImplemented)
    if (edns && edns.version !== 0) return empty(Rcode.badVersion)
    if (question.class !== CLASS_IN || isMetaType(question.type)) return empty(Rcode.refused)
    // Answers to "any" are long: over UDP, an attacker could direct them at a victim (RFC 8482 section 4.4).
    if (question.type === ANY && transport === 'udp') return { ...authoritative([]), truncated: true }
    return this.lookUp(question.name, question.type, [])
  }

  /** Answers from the zone of a name, and follows aliases into other zones of this responder. */
  private lookUp(name: string, type: number, before: readonly RRset[]): Answer | Promise<Answer> {
    const unknown = before.length > 0 ? authoritative(before) : empty(Rcode.refused)
    const apex = this.zones.apexOf(name, type === DS)
    if (apex === undefined || before.length > LONGEST_CHAIN) return unknown
    const answerIn = (zone: ServedZone | undefined): Answer | Promise<Answer> => {
      if (zone === undefined) return unknown
      const { onward, ...answer } = answerFrom(zone, name, type, before)
      const isLoop = onward !== undefined && answer.answer.some(({ owner }) => owner === onward)
      return onward === undefined || isLoop ? answer : this.lookUp(onward, type, answer.answer)
    }
    const zone = this.zones.get(apex)
    return zone instanceof Promise ? zone.then(answerIn) : answerIn(zone)
  }
}

/** Whether an answer says that the responder failed: the next one may not. */
const isFailure = (answer: Buffer): boolean => (answer[3]! & 15) === Rcode.serverFailure

function empty(rcode: number): Answer {
  return { rcode, authoritative: false, answer: [], authority: [], additional: [] }
}
