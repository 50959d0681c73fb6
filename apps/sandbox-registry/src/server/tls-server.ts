import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'
import { CommandRate } from '../sessions/command-rate'
import { SessionLimit } from '../sessions/session-limit'
import { serve, type Connection } from './connection'
import type { Protocol } from './protocol'
import type { Registry } from './registry'

/** The address that the registry listens on, and its TLS certificate and key (PEM). Port 0 takes a free port. */
export interface TlsListen {
  readonly host: string
  readonly port: number
  readonly cert: string
  readonly key: string
}

/**
 * Listens for clients over TLS. Client certificates are requested but not verified against an authority: a login compares
 * the certificate with the one pinned to the account.
 */
export async function startTlsServer(registry: Registry, protocol: Protocol, name: string, listen: TlsListen) {
  // Ports of one endpoint share its limits.
  const endpoint = registry.endpoints.get(name) ?? { name, sessions: new SessionLimit(), commands: new CommandRate() }
  registry.endpoints.set(name, endpoint)
  const connections = new Set<Connection>()
  const server = createServer(
    { cert: listen.cert, key: listen.key, minVersion: 'TLSv1.2', requestCert: true, rejectUnauthorized: false },
    (socket) => {
      socket.setNoDelay()
      // The connection sees errors through its iterator. Without this listener a reset after the end would be fatal.
      socket.on('error', () => socket.destroy())
      const connection = serve(registry, socket, endpoint, protocol)
      connections.add(connection)
      void connection.done.then(() => connections.delete(connection))
    },
  )
  // A socket that never finishes the handshake is no `connection`, but it would keep the server from closing.
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', (error) => registry.log.warn({ reason: error.message }, 'a TLS handshake failed'))
  server.listen(listen.port, listen.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      for (const connection of connections) connection.stop()
      await Promise.all([...connections].map(({ done }) => done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
