import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { FrameDecoder, FrameError, encodeFrame } from '@nameyard/epp/frame'
import { exchange, greet, type Registry, type Reply } from './exchange'
import type { Session } from './session'

/** How long a client may take to close its side once the server has closed its own. */
const CLOSING_MS = 1000

/** One client. Its commands are carried out one at a time and answered in the order they came. */
export interface Connection {
  /** Settles when the client is gone and nothing of it is still at work. */
  readonly done: Promise<void>
  /** Lets the command that is at work be answered, and closes. */
  stop(): void
}

/** The door a client came in by, and what all who came in by it share. */
export type Place = Pick<Session, 'door' | 'seats' | 'rate'>

/** Serves a client until it logs out, goes away, sends what is no frame, or stays beyond the time limits. */
export function serve(registry: Registry, socket: TLSSocket, place: Place): Connection {
  const session: Session = {
    id: randomUUID(),
    ...place,
    certificateSha256: socket.getPeerCertificate().fingerprint256?.replaceAll(':', '').toLowerCase(),
    failedLogins: 0,
    login: undefined,
  }
  let isStopping = false
  let isAtWork = true
  const stop = () => {
    isStopping = true
    if (!isAtWork) socket.destroy()
  }

  const held: Reply[] = []

  async function talk(): Promise<void> {
    const { policy, greeting } = await greet(registry, session)
    const decoder = new FrameDecoder(policy.maxFrameOctets)
    const absolute = setTimeout(stop, policy.absoluteSeconds * 1000)
    socket.setTimeout(policy.idleSeconds * 1000, stop)
    try {
      await send(socket, greeting)
      isAtWork = false
      // Leaving the loop must not destroy the socket: the last answer is still on its way out.
      for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
        for (const bytes of decoder.push(chunk)) {
          isAtWork = true
          const reply = await exchange(registry, session, bytes)
          if (reply.delayMs > 0) await pause(reply.delayMs)
          if (reply.way === 'behind-next') held.push(reply)
          else {
            await sendReply(socket, reply)
            for (const late of held.splice(0)) await sendReply(socket, late)
          }
          isAtWork = false
          if (reply.ends || isStopping) return
        }
      }
    } finally {
      clearTimeout(absolute)
      if (session.login) place.seats.leave(session.login.registrar)
    }
  }

  const done = talk()
    .catch((error: unknown) => {
      if (error instanceof FrameError) {
        registry.log.warn({ session: session.id, reason: error.message }, 'a client does not send frames')
        socket.destroy()
      } else if (!isConnectionLoss(error)) {
        registry.log.error({ err: error, session: session.id }, 'a connection failed')
      }
    })
    .then(() => close(socket))
  return { done, stop }
}

async function sendReply(socket: TLSSocket, { message, way }: Reply): Promise<void> {
  if (message === undefined) return
  if (way !== 'half') return send(socket, message)
  const frame = encodeFrame(message)
  socket.write(frame.subarray(0, Math.floor(frame.length / 2)))
}

async function send(socket: TLSSocket, message: string): Promise<void> {
  if (socket.writable && !socket.write(encodeFrame(message)))
    await Promise.race([once(socket, 'drain'), once(socket, 'close')])
}

/** Ends after what is written has gone out. A client that does not close its side in time is cut off. */
async function close(socket: TLSSocket): Promise<void> {
  if (socket.destroyed) return
  const cutOff = setTimeout(() => socket.destroy(), CLOSING_MS)
  // Not `once` of node:events: a reset after our end, which many clients send, would reject it.
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
