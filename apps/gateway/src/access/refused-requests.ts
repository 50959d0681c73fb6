import { Logger } from '@nestjs/common'
import { recordRefusal } from '@nameyard/contracts/access/record-refusal'
import { Refusal } from '@nameyard/contracts/errors'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import { lacksRight } from '@nameyard/contracts/rights'
import type { Rpc } from '@nameyard/messaging/rpc'
import { loggingFor } from '@nameyard/tracing/work'
import type { Allowances } from './allowances'
import type { Authenticator } from './authenticate'

/**
 * Records in the audit trail the requests that the gateway refuses for lack of a right. They never reach the service of
 * the operation. Beyond the request limit of the account nothing is recorded, so that refusals cannot flood the trail.
 */
export class RefusedRequests {
  private readonly log = new Logger('access')

  constructor(
    private readonly rpc: Pick<Rpc, 'call'>,
    private readonly authenticator: Authenticator,
    private readonly allowances: Allowances,
  ) {}

  /** The refusal is sent even when it cannot be recorded. */
  async record({ id }: AnyOperation, error: unknown, authorization: string | undefined, call: Call): Promise<void> {
    if (!(error instanceof Refusal) || !call.actor || !lacksRight(error.refusal)) return
    if ((this.allowances.take(call.actor.resellerId)?.retryAfter ?? 0) > 0) return
    try {
      const { statement } = await this.authenticator.authenticate(authorization, 'customers', call)
      await this.rpc.call(recordRefusal, { operation: id, refusal: error.refusal }, { ...call, statement })
    } catch (failure) {
      const { correlationId, trace, actor } = call
      const work = { correlationId, trace, operation: id, account: actor.resellerId }
      loggingFor(work, () => this.log.warn(`a refusal of ${id} is not recorded: ${(failure as Error).message}`))
    }
  }
}
