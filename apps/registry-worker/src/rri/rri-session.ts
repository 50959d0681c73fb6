import type { Slot } from '../leases/worker-identity'
import type { RriAccount } from '../registries/registry'
import type { AnswerMeter } from '../sessions/answer-meter'
import type { Pace } from '../sessions/pace'
import type { RriAnswer } from './protocol/answer'
import { codeOf } from './protocol/numbers'
import type { RriRequest } from './protocol/requests'
import type { RriConnection, RriTransactOptions } from './rri-connection'

/** A logged-in session, used by one caller at a time. Respects the rate limits and penalties of the registry. */
export class RriSession {
  /** End of the pause after a penalty, on the monotonic clock. */
  private quietUntil = 0

  constructor(
    private readonly connection: RriConnection,
    private readonly account: RriAccount,
    private readonly pace: Pace,
    private readonly meter: AnswerMeter,
    private readonly slot: Pick<Slot, 'isHeld'>,
  ) {}

  /**
   * `RriConnection.transact` within the limits. Throws NotSent also when the rate limits leave no room soon, or when the
   * worker cannot prove that it holds the slot of the session.
   */
  async transact(request: RriRequest, options: RriTransactOptions = {}): Promise<RriAnswer> {
    const quietMs = this.quietUntil - performance.now()
    if (quietMs > 0) await new Promise((resolve) => setTimeout(resolve, quietMs))
    const beforeWrite = async (text: string) => {
      await options.beforeWrite?.(text)
      if (!this.slot.isHeld) throw new Error('the worker cannot prove that it holds the session')
    }
    const answer = await this.pace.within(this.account, request.name, () =>
      this.meter.during(
        { account: this.account.account, protocol: 'rri', command: request.name, id: options.ctid },
        () => this.connection.transact(request, { ...options, beforeWrite }),
        codeOf,
      ),
    )
    if (answer.result !== 'success') this.pauseAfter(request.name, answer)
    return answer
  }

  private pauseAfter(name: string, answer: RriAnswer): void {
    const pauses = this.account.penalties
      .filter(({ command }) => command === undefined || command === name)
      .filter(({ codes }) => codes === undefined || codes.includes(codeOf(answer)))
    this.quietUntil = performance.now() + Math.max(0, ...pauses.map(({ pauseMs }) => pauseMs))
  }
}
