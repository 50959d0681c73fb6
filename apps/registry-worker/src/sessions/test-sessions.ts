import { Injectable } from '@nestjs/common'
import type { EppConnection, TranscriptFrame } from '@nameyard/epp/connection'
import { Accounts } from '../accounts/account.store'
import { Balances } from '../accounts/balances'
import type { Slot } from '../leases/worker-identity'
import type { Registry } from '../registries/registry'
import { AnswerMeter } from './answer-meter'
import { LogIn } from './log-in'
import { Pace } from './pace'
import { RegistryClocks } from './registry-clocks'
import { Session } from './session'
import { SessionPools } from './session-pools'

/** A session outside the pools. */
export interface OpenedSession {
  readonly session: Session
  /** Logs out, and frees the slot. Never rejects. */
  end(): Promise<void>
}

/** Sessions outside the pools, for tests of operators. Each has a slot of its account as any session. */
@Injectable()
export class TestSessions {
  constructor(
    private readonly logIn: LogIn,
    private readonly pools: SessionPools,
    private readonly pace: Pace,
    private readonly accounts: Accounts,
    private readonly balances: Balances,
    private readonly clocks: RegistryClocks,
    private readonly meter: AnswerMeter,
  ) {}

  /**
   * Opens a session. Throws what `EppConnection.open` throws, and an error when all sessions of the account are in use.
   */
  async open(registry: Registry, onFrame: (frame: TranscriptFrame) => void): Promise<OpenedSession> {
    const slot = await this.pools.takeSlot(registry)
    if (!slot) throw new Error(allInUse(registry))
    try {
      const connection = await this.logIn.openForTest(registry, onFrame)
      const { pace, accounts, balances, clocks, meter } = this
      const session = new Session(connection, registry, pace, accounts, balances, clocks, meter, slot)
      return { session, end: () => end(connection, slot) }
    } catch (error) {
      await slot.release().catch(() => undefined)
      throw error
    }
  }
}

/** The sentence for an operator when there is no slot. */
export function allInUse({ sessions }: Pick<Registry, 'sessions'>): string {
  return `All ${sessions} sessions of the account are in use: try again.`
}

async function end(connection: EppConnection, slot: Slot): Promise<void> {
  await connection.logout().catch(() => undefined)
  await slot.release().catch(() => undefined)
}
