import { Injectable } from '@nestjs/common'
import type { EppConnection } from '@nameyard/epp/connection'
import { decodeGreeting, type Greeting } from '@nameyard/epp/session/greeting'
import { Clock } from '@nameyard/runtime/clock'
import type { Registry } from '../registries/registry'
import { LogIn } from './log-in'
import { loginObstacle, type LoginObstacle } from './model/login-obstacle'
import { SessionPools } from './session-pools'
import { allInUse } from './test-sessions'

/** What a test session has seen. */
export interface TestedSession {
  readonly greeting?: Greeting
  /** By how much the registry's clock is ahead of ours. */
  readonly clockAheadMs?: number
  readonly isLoggedIn: boolean
  readonly warnings: readonly string[]
  readonly obstacle?: LoginObstacle
}

/** Opens one session outside the pools to test the settings of an account, in a slot of the account as any session. */
@Injectable()
export class SessionTest {
  constructor(
    private readonly logIn: LogIn,
    private readonly pools: SessionPools,
    private readonly clock: Clock,
  ) {}

  async run(registry: Registry): Promise<TestedSession> {
    const slot = await this.pools.takeSlot(registry)
    if (!slot) return { isLoggedIn: false, warnings: [], obstacle: { step: 'session', text: allInUse(registry) } }
    try {
      return await this.tryLogin(registry)
    } finally {
      await slot.release().catch(() => undefined)
    }
  }

  private async tryLogin(registry: Registry): Promise<TestedSession> {
    let seen: Pick<TestedSession, 'greeting' | 'clockAheadMs'> = {}
    let connection: EppConnection | undefined
    try {
      connection = await this.logIn.openForTest(registry, ({ direction, xml }) => {
        if (direction === 'received' && !seen.greeting) seen = this.read(xml)
      })
      const warnings = connection.securityEvents.map(({ type, text }) => `${type}: ${text}`)
      await connection.logout()
      return { ...seen, isLoggedIn: true, warnings }
    } catch (error) {
      const obstacle = loginObstacle(error as Error, registry.connection)
      return { ...seen, isLoggedIn: connection !== undefined, warnings: [], obstacle }
    }
  }

  private read(xml: string): Pick<TestedSession, 'greeting' | 'clockAheadMs'> {
    try {
      const greeting = decodeGreeting(xml)
      return { greeting, clockAheadMs: greeting.svDate.getTime() - this.clock.epochMs() }
    } catch {
      return {}
    }
  }
}
