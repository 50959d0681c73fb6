import type { Command } from '@nameyard/epp/command'
import type { EppConnection, TransactOptions } from '@nameyard/epp/connection'
import { balanceIn, type Balance } from '@nameyard/epp/extensions/fee/balance'
import type { Response } from '@nameyard/epp/response'
import { AUTHENTICATION_ERROR_CLOSING, BILLING_FAILURE, USE_ERROR } from '@nameyard/epp/result-code'
import type { Accounts } from '../accounts/account.store'
import type { Balances } from '../accounts/balances'
import type { Slot } from '../leases/worker-identity'
import type { Registry } from '../registries/registry'
import type { AnswerMeter } from './answer-meter'
import type { Pace } from './pace'
import { passwordsMark } from './password-mark'
import type { RegistryClocks } from './registry-clocks'

/**
 * A logged-in session, used by one caller at a time. Respects the rate limits and penalties of the registry, and applies
 * answers that concern the whole account.
 */
export class Session {
  /** End of the pause after a penalty, on the monotonic clock. */
  private quietUntil = 0

  constructor(
    private readonly connection: EppConnection,
    private readonly registry: Registry,
    private readonly pace: Pace,
    private readonly accounts: Accounts,
    private readonly balances: Balances,
    private readonly clocks: RegistryClocks,
    private readonly meter: AnswerMeter,
    /** The slot of this session. */
    private readonly slot: Pick<Slot, 'isHeld'>,
  ) {}

  /** Namespaces of the extensions that greeting and login agreed on. */
  get extensions(): ReadonlySet<string> {
    return new Set(this.connection.services.extURIs)
  }

  /** Namespaces of the objects that greeting and login agreed on. */
  get objects(): ReadonlySet<string> {
    return new Set(this.connection.services.objURIs)
  }

  /** By how many milliseconds the registry's clock is ahead of ours. */
  get clockAheadMs(): number {
    return this.clocks.aheadMs(this.registry.account)
  }

  get isOpen(): boolean {
    return this.connection.isOpen
  }

  /**
   * `EppConnection.transact` within the limits. Throws NotSent also when the rate limits leave no room soon, or when the
   * worker cannot prove that it holds the slot of the session.
   */
  async transact<Data>(command: Command<Data>, options: TransactOptions): Promise<Response<Data>> {
    const quietMs = this.quietUntil - performance.now()
    if (quietMs > 0) await new Promise((resolve) => setTimeout(resolve, quietMs))
    const beforeWrite = async (frame: string) => {
      await options.beforeWrite?.(frame)
      if (!this.slot.isHeld) throw new Error('the worker cannot prove that it holds the session')
    }
    const answer = await this.pace.within(this.registry, command.name, () =>
      this.meter.during(
        { account: this.registry.account, protocol: 'epp', command: command.name, id: options.clTRID },
        () => this.connection.transact(command, { ...options, beforeWrite }),
        ({ code }) => code,
      ),
    )
    const balance = balanceOf(answer)
    if (balance) this.balances.note(this.registry.account, balance)
    if (answer.outcome === 'refused') await this.applyRefusal(command.name, answer)
    return answer
  }

  /** Closes without logging out. A command in flight ends as OutcomeUnknown. */
  close(): void {
    this.connection.close()
  }

  private async applyRefusal(command: string, { code, class: kind, results }: Response<unknown>): Promise<void> {
    const text = `${command} was answered ${code} ${results[0].msg}`
    const pauses = this.registry.penalties
      .filter((penalty) => penalty.command === undefined || penalty.command === command)
      .filter((penalty) => penalty.codes === undefined || penalty.codes.includes(code))
    this.quietUntil = performance.now() + Math.max(0, ...pauses.map(({ pauseMs }) => pauseMs))
    // After 2002 the next command uses a new session.
    if (code === USE_ERROR) this.connection.close()
    if (code === BILLING_FAILURE) await this.accounts.pausePaidCommands(this.registry.account, text)
    // Not 2200, which may refer to the content of a command.
    if (code === AUTHENTICATION_ERROR_CLOSING)
      await this.accounts.close(this.registry.account, text, passwordsMark(this.registry))
    if (kind === 'limit') await this.accounts.pauseSessions(this.registry.account)
  }
}

/** The balance in an answer. One that cannot be read must not make an answered command look unanswered. */
function balanceOf(answer: Response<unknown>): Balance | undefined {
  try {
    return balanceIn(answer)
  } catch {
    return undefined
  }
}
