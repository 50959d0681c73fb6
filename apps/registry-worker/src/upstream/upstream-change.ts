import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { RegistryOperationKind } from '@nameyard/contracts/registry/submit-operation'
import { Clock } from '@nameyard/runtime/clock'
import type { Seen } from '../dialects/model/seen'
import type { Judgment, Sent } from '../operations/model/judgment'
import { patiently } from '../operations/model/patience'
import type { Verdict } from '../operations/model/verdict'
import { viewOf } from '../operations/model/view'
import { RequestChange } from '../operations/request-change'
import { verdictOf } from './model/answers'
import { seenOf, US } from './model/seen'
import type { ChangeAnswer, UpstreamExecution } from './upstream-client'
import { UpstreamIdempotency } from './upstream-idempotency'
import { UpstreamReader } from './upstream-reader'

/** One request that makes one change, and the function that reads whether it was made. */
export interface UpstreamChange {
  /** The name of the request in the journal. */
  readonly name: string
  readonly send: () => Promise<ChangeAnswer<unknown> | Verdict<never>>
  readonly look: (sent: Sent) => Promise<Judgment>
}

/** How a domain shows whether a change of it was made. */
export interface DomainJudge {
  /** The registrar's own operations that the request starts. */
  readonly kinds: readonly RegistryOperationKind[]
  readonly judge: (seen: Seen, sent: Sent) => Judgment
}

/**
 * Makes a change upstream by one request. The domain is read after every answer, lost or not: a registrar answers before
 * its own registry does.
 */
@Injectable()
export class UpstreamChanges {
  constructor(
    private readonly reader: UpstreamReader,
    private readonly request: RequestChange,
    private readonly idempotency: UpstreamIdempotency,
    private readonly clock: Clock,
  ) {}

  carryOut(
    { operation, account }: UpstreamExecution,
    { name, send, look }: UpstreamChange,
  ): Promise<Verdict<RegistryView>> {
    return this.request.carryOut(operation, {
      name,
      clientId: US,
      look: async (sent) => {
        if (sent.code !== null) return look(sent)
        return look({ ...sent, pausesMs: await this.idempotency.pausesMs(account, sent.sentAt, this.clock.now()) })
      },
      send: async () => {
        const answer = await send()
        if ('kind' in answer) return answer
        return answer.outcome === 'refused' ? verdictOf(answer, operation.attempts) : 'accepted'
      },
    })
  }

  /** Reads the domain, and the registrar's own operations on it, to see whether a change was made. */
  async lookAtDomain(execution: UpstreamExecution, { kinds, judge }: DomainJudge, sent: Sent): Promise<Judgment> {
    const domain = await this.reader.domain(execution)
    if (typeof domain === 'string') return patiently(judge(domain, sent), sent)
    const seen = seenOf(domain)
    const started = kinds.length > 0 ? await this.reader.underWay(execution, domain, kinds, sent.sentAt) : undefined
    return started ? { ...started, data: viewOf(seen, US) } : patiently(judge(seen, sent), sent)
  }
}
