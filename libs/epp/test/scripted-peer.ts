import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'
import { generate } from 'selfsigned'
import { encodeFrame, FrameDecoder } from '../src/frame'

const golden = (name: string) => readFileSync(join(__dirname, '../golden/response', `${name}.xml`), 'utf8')

export const greeting = golden('session/greeting')

/** A golden response as the answer to the command with that clTRID. */
export const answer = (name: string, clTRID: string) =>
  golden(name).replace(/<clTRID>.*<\/clTRID>/, `<clTRID>${clTRID}</clTRID>`)

/** A response with that code, to that clTRID or to none. */
export const response = (code: number, clTRID?: string) =>
  `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="${code}"><msg>m</msg></result><trID>${
    clTRID === undefined ? '' : `<clTRID>${clTRID}</clTRID>`
  }<svTRID>sv-1</svTRID></trID></response></epp>`

/** One connection on the server's side. */
export interface Peer {
  readonly socket: TLSSocket
  /** Returns the next command with its clTRID; rejects when the client disconnects. */
  next(): Promise<{ xml: string; clTRID: string }>
  send(document: string | Buffer): void
  /** Ends the TCP connection with a reset. */
  reset(): void
}

/** Greets, and accepts the login. */
export async function admit(peer: Peer): Promise<string> {
  peer.send(greeting)
  const { xml, clTRID } = await peer.next()
  peer.send(response(1000, clTRID))
  return xml
}

export interface ScriptedServer {
  readonly port: number
  readonly ca: string
  close(): Promise<void>
}

const certificate = generate([{ name: 'commonName', value: 'registry.example' }], {
  keyType: 'ec',
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'registry.example' }] }],
})

/** A TLS server that runs `script` on every connection. Errors of the script after its client has left are ignored. */
export async function scriptedServer(script: (peer: Peer) => Promise<void>): Promise<ScriptedServer> {
  const { cert, private: key } = await certificate
  const sockets = new Set<TLSSocket>()
  const tcp = new Map<number | undefined, Socket>()
  const server = createServer({ cert, key }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    script(peerOf(socket, () => tcp.get(socket.remotePort)?.resetAndDestroy())).catch(() => socket.destroy())
  })
  server.on('connection', (socket: Socket) => tcp.set(socket.remotePort, socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    ca: cert,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function peerOf(socket: TLSSocket, reset: () => void): Peer {
  const decoder = new FrameDecoder()
  const arrived: string[] = []
  let wake: () => void = () => undefined
  socket.on('data', (chunk: Buffer) => {
    arrived.push(...decoder.push(chunk).map((document) => document.toString('utf8')))
    wake()
  })
  socket.on('close', () => wake())
  return {
    socket,
    async next() {
      while (arrived.length === 0) {
        if (socket.destroyed) throw new Error('the client left')
        await new Promise<void>((resolve) => (wake = resolve))
      }
      const xml = arrived.shift() as string
      return { xml, clTRID: /<clTRID>(.*)<\/clTRID>/.exec(xml)?.[1] ?? '' }
    },
    send: (document) => void socket.write(encodeFrame(document)),
    reset,
  }
}
