import type { Command } from '@nameyard/epp/command'
import type { EppConnection, TransactOptions } from '@nameyard/epp/connection'
import type { Response } from '@nameyard/epp/response'
import type { Slot } from '../operations/worker-identity'
import type { Registry } from '../registries/registry'
import type { Accounts } from './account.store'
import type { Pace } from './pace'

const USE_ERROR = 2002
const BILLING_FAILURE = 2104
/** Says it of us and ends the session; 2200 may be said of what a command carries. */
const LOGIN_REFUSED = 2501

/**
 * A logged-in session in the hands of one caller. It sends no faster than the registry wants, and what an answer says
 * about the account as a whole is heeded here, whoever asked.
 */
export class Session {
  /** Until when the registry wants to be left alone; on the monotonic clock. */
  private quietUntil = 0

  constructor(
    private readonly connection: EppConnection,
    private readonly registry: Registry,
    private readonly pace: Pace,
    private readonly accounts: Accounts,
    /** The room for this session among those of the account. */
    private readonly slot: Pick<Slot, 'isHeld'>,
  ) {}

  /** Namespaces of the extensions that greeting and login agreed on. */
  get extensions(): ReadonlySet<string> {
    return new Set(this.connection.services.extURIs)
  }

  get isOpen(): boolean {
    return this.connection.isOpen
  }

  /**
   * As `EppConnection.transact`; NotSent also when a limit of the registry leaves no room for it soon, or the worker
   * cannot prove that it holds the slot of the session.
   */
  async transact<Data>(command: Command<Data>, options: TransactOptions): Promise<Response<Data>> {
    const quietMs = this.quietUntil - performance.now()
    if (quietMs > 0) await new Promise((resolve) => setTimeout(resolve, quietMs))
    const beforeWrite = async (frame: string) => {
      await options.beforeWrite?.(frame)
      if (!this.slot.isHeld) throw new Error('the worker cannot prove that it holds the session')
    }
    const answer = await this.pace.within(this.registry, command.name, () =>
      this.connection.transact(command, { ...options, beforeWrite }),
    )
    if (answer.outcome === 'refused') await this.heed(command.name, answer)
    return answer
  }

  /** Closes without logging out. A command in flight ends as OutcomeUnknown. */
  close(): void {
    this.connection.close()
  }

  private async heed(command: string, { code, class: kind, results }: Response<unknown>): Promise<void> {
    const text = `${command} was answered ${code} ${results[0].msg}`
    const pauses = this.registry.penalties
      .filter((penalty) => penalty.command === undefined || penalty.command === command)
      .filter((penalty) => penalty.codes === undefined || penalty.codes.includes(code))
    this.quietUntil = performance.now() + Math.max(0, ...pauses.map(({ pauseMs }) => pauseMs))
    // Whatever the registry means by 2002, the next command begins with a login.
    if (code === USE_ERROR) this.connection.close()
    if (code === BILLING_FAILURE) await this.accounts.runOutOfMoney(this.registry.account, text)
    if (code === LOGIN_REFUSED) await this.accounts.close(this.registry.account, text)
    if (kind === 'limit') await this.accounts.crowd(this.registry.account)
  }
}
