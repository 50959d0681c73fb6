import type { Session } from '../sessions/session'
import type { SessionPolicy } from '../sessions/session-policy.store'
import type { Registry } from './registry'
import type { Reply } from './reply'

/** What an endpoint speaks: its frames, its first words, and its answers. */
export interface Protocol {
  /** Called when a client has connected. Returns the policy that holds for it, and the greeting if there is one. */
  open(
    registry: Registry,
    session: Session,
  ): Promise<{ readonly policy: SessionPolicy; readonly greeting?: string | undefined }>
  /** Answers one message. Never throws. */
  exchange(registry: Registry, session: Session, bytes: Buffer): Promise<Reply>
  /** Splits the stream of a client into messages. Throws FrameError at an invalid length. */
  decoder(maxFrameOctets: number): { push(chunk: Buffer): Buffer[] }
  encode(message: string): Buffer
}
