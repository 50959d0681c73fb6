import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { generate } from 'selfsigned'

/** A server certificate for names of this machine, and the authority that signed it, in PEM files of a test. */
export interface TestCertificate {
  readonly authority: string
  readonly certificate: string
  readonly key: string
  readonly pem: { readonly cert: string; readonly key: string }
  remove(): void
}

/** Authorities of the same first name have the same name. */
export async function testCertificate(names: readonly string[] = ['localhost', '127.0.0.1']): Promise<TestCertificate> {
  const life = { keyType: 'ec' as const, curve: 'P-256' as const, algorithm: 'sha256' }
  const authority = await generate([{ name: 'commonName', value: `authority of ${names[0]}` }], {
    ...life,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  })
  const altNames = names.map((name) =>
    /^\d/.test(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
  )
  const server = await generate([{ name: 'commonName', value: names[0]! }], {
    ...life,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'subjectAltName', altNames },
    ],
  })
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-tls-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  return {
    authority: file('authority.pem', authority.cert),
    certificate: file('server.pem', server.cert),
    key: file('server.key', server.private),
    pem: { cert: server.cert, key: server.private },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** A TLS listener in front of a server that has none. Returns its port. */
export async function tlsBefore(
  target: { readonly host: string; readonly port: number },
  { pem }: TestCertificate,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket)))
    return socket
  }
  const server = createServer(pem, (client) => {
    const behind = track(connect(target.port, target.host))
    track(client).pipe(behind).pipe(client)
    client.once('close', () => behind.destroy())
    behind.once('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server.close(), 'close')
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
