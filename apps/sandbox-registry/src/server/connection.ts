import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { TLSSocket } from 'node:tls'
import { FrameError } from '@nameyard/epp/frame'
import type { Endpoint, Session } from '../sessions/session'
import type { Protocol } from './protocol'
import type { Registry } from './registry'
import type { Reply } from './reply'

/** How long a client may take to close its side after the server has closed its own. */
const CLOSING_MS = 1000

/** One client. Its commands are carried out one at a time and answered in the order of their arrival. */
export interface Connection {
  /** Settles when the connection is closed and no command of it is running. */
  readonly done: Promise<void>
  /** Answers the running command, then closes. */
  stop(): void
}

/** Serves a client until it logs out, disconnects, sends an invalid frame, or exceeds a time limit. */
export function serve(registry: Registry, socket: TLSSocket, endpoint: Endpoint, protocol: Protocol): Connection {
  const session: Session = {
    id: randomUUID(),
    endpoint,
    certificateSha256: socket.getPeerCertificate().fingerprint256?.replaceAll(':', '').toLowerCase(),
    failedLogins: 0,
    login: undefined,
  }
  let isStopping = false
  let isBusy = true
  const stop = () => {
    isStopping = true
    if (!isBusy) socket.destroy()
  }

  const held: Reply[] = []

  async function send(message: string): Promise<void> {
    if (socket.writable && !socket.write(protocol.encode(message)))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }

  async function sendReply({ message, way }: Reply): Promise<void> {
    if (message === undefined) return
    if (way !== 'half') return send(message)
    const frame = protocol.encode(message)
    socket.write(frame.subarray(0, Math.floor(frame.length / 2)))
  }

  async function talk(): Promise<void> {
    const { policy, greeting } = await protocol.open(registry, session)
    const decoder = protocol.decoder(policy.maxFrameOctets)
    const absolute = setTimeout(stop, policy.absoluteSeconds * 1000)
    socket.setTimeout(policy.idleSeconds * 1000, stop)
    try {
      if (greeting !== undefined) await send(greeting)
      isBusy = false
      // Leaving the loop must not destroy the socket: the last answer may still be in its buffer.
      for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
        for (const bytes of decoder.push(chunk)) {
          isBusy = true
          const reply = await protocol.exchange(registry, session, bytes)
          if (reply.delayMs > 0) await registry.delayed.wait(reply.delayMs)
          if (reply.way === 'behind-next') held.push(reply)
          else {
            await sendReply(reply)
            for (const late of held.splice(0)) await sendReply(late)
          }
          isBusy = false
          if (reply.ends || isStopping) return
        }
      }
    } finally {
      clearTimeout(absolute)
      if (session.login) endpoint.sessions.release(session.login.registrar)
    }
  }

  const done = talk()
    .catch((error: unknown) => {
      if (error instanceof FrameError) {
        registry.log.warn({ session: session.id, reason: error.message }, 'a client sent an invalid frame')
        socket.destroy()
      } else if (!isConnectionLoss(error)) {
        registry.log.error({ err: error, session: session.id }, 'a connection failed')
      }
    })
    .then(() => close(socket))
  return { done, stop }
}

/** Closes after all written data is sent. Destroys the socket of a client that does not close its side in time. */
async function close(socket: TLSSocket): Promise<void> {
  if (socket.destroyed) return
  const cutOff = setTimeout(() => socket.destroy(), CLOSING_MS)
  // Not `once` of node:events: it rejects on a reset after our end, which many clients send.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  socket.end()
  await closed
  clearTimeout(cutOff)
}

function isConnectionLoss(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code !== undefined && ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code)
}
