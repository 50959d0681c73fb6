import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'
import { serve, type Connection } from './connection'
import type { Registry } from './exchange'
import { CommandRate } from './command-rate'
import { SessionSeats } from './session-seats'

/** Where the registry listens, and the certificate and key (PEM) it shows. Port 0 takes a free one. */
export interface EppListen {
  readonly host: string
  readonly port: number
  readonly cert: string
  readonly key: string
}

/**
 * Listens for EPP over TLS (RFC 5734). Client certificates are asked for and not verified against an authority:
 * registries pin the certificate to the account, which a login checks.
 */
export async function startEppServer(registry: Registry, door: string, listen: EppListen) {
  const place = { door, seats: new SessionSeats(), rate: new CommandRate() }
  registry.doors.set(door, place)
  const connections = new Set<Connection>()
  const server = createServer(
    { cert: listen.cert, key: listen.key, minVersion: 'TLSv1.2', requestCert: true, rejectUnauthorized: false },
    (socket) => {
      socket.setNoDelay()
      // Errors reach the connection through its iterator; this one keeps a reset after the end from being fatal.
      socket.on('error', () => socket.destroy())
      const connection = serve(registry, socket, place)
      connections.add(connection)
      void connection.done.then(() => connections.delete(connection))
    },
  )
  // Those that never finish the handshake become no connection, and would keep the server from closing.
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
