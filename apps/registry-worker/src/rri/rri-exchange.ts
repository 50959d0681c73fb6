import { createHash } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { NotSent } from '@nameyard/epp/transport-errors'
import { Journal, type RecordedAnswer } from '../operations/journal.store'
import { outOfReach } from '../operations/model/judgment'
import { verdictOfRefusal, type Verdict } from '../operations/model/verdict'
import type { ClaimedOperation } from '../operations/operation.store'
import type { RriAccount } from '../registries/registry'
import { DomainTerms } from './domain-term.store'
import { textOfErrors, type RriAnswer } from './protocol/answer'
import { codeOf, QUOTA_EXCEEDED } from './protocol/numbers'
import { infoDomain, type RriRequest } from './protocol/requests'
import type { RriSession } from './rri-session'
import { readDomain, viewAt, type SeenAtRegistry } from './state/seen'

/** One execution of an operation, with its session. */
export interface RriExecution<Operation extends ClaimedOperation = ClaimedOperation> {
  readonly operation: Operation
  readonly worker: number
  readonly account: RriAccount
  readonly session: RriSession
}

const OBJECT_DOES_NOT_EXIST = 2303
/** The quota is that of a day; it is tried again after this time. */
const QUOTA_PAUSE_MS = 30 * 60_000

/** Sends requests of operations, and reads domains. */
@Injectable()
export class RriExchange {
  constructor(
    private readonly journal: Journal,
    private readonly terms: DomainTerms,
  ) {}

  /**
   * Sends a changing request, recorded in the journal before its first byte. After a lost answer the same request has the
   * same CTID, which the registry carries out once in 24 months (DENIC-29, transaction identifiers): one that arrives late
   * cannot be carried out besides its repetition.
   */
  async send({ operation, worker, session }: RriExecution, request: RriRequest): Promise<'accepted' | Verdict<never>> {
    const { name, object } = request
    const { answered } = await this.journal.history(operation.id, name, 0)
    const ctid = ctidOf(operation.id, request, answered)
    type Recorded = RecordedAnswer & { readonly answer: RriAnswer }
    const { answer } = await this.journal.record(
      operation,
      worker,
      { name, object },
      async (_, beforeWrite): Promise<Recorded> => {
        const sent = await session.transact(request, { ctid, beforeWrite })
        return { svTRID: sent.stid, code: codeOf(sent), frame: sent.frame, answer: sent }
      },
    )
    return answer.result === 'success' ? 'accepted' : this.refusal(operation, request, answer)
  }

  /** Reads the domain of the operation. Throws NotSent when the registry does not say what it has. */
  async domain({ operation, session }: RriExecution): Promise<SeenAtRegistry | 'missing'> {
    const answer = await session.transact(infoDomain(operation.object))
    if (answer.result === 'success') return readDomain(answer)
    if (codeOf(answer) === OBJECT_DOES_NOT_EXIST) return 'missing'
    throw new NotSent(`INFO was answered ${textOfErrors(answer)}`)
  }

  /** The view of a domain for other services; a domain of ours has the end of its paid year. */
  async view({ account, operation }: RriExecution, seen: SeenAtRegistry | 'missing'): Promise<RegistryView> {
    const { account: name, registrarId } = account
    if (seen !== 'missing' && seen.domain.clID === registrarId)
      return viewAt(seen, registrarId, await this.terms.endOf(name, operation.object, isBilled(seen)))
    await this.terms.end(name, operation.object)
    return viewAt(seen, registrarId)
  }

  /** Reads a domain that must be ours. Returns a refusal when it is not. */
  async ownDomain(
    execution: RriExecution,
  ): Promise<SeenAtRegistry | Extract<Verdict<RegistryView>, { kind: 'refused' }>> {
    const seen = await this.domain(execution)
    if (seen !== 'missing' && seen.domain.clID === execution.account.registrarId) return seen
    return outOfReach(await this.view(execution, seen))
  }

  /** The verdict of a refused request. */
  async refusal(
    { id, attempts }: ClaimedOperation,
    { name }: RriRequest,
    answer: RriAnswer,
    subject?: string,
  ): Promise<Verdict<never>> {
    const text = textOfErrors(answer)
    if (answer.messages.some(({ number }) => number === QUOTA_EXCEEDED))
      return { kind: 'retry', afterMs: QUOTA_PAUSE_MS, reason: { refusal: 'registry_unavailable', code: 2400, text } }
    const code = codeOf(answer)
    const { answeredSo } = await this.journal.history(id, name, code)
    return verdictOfRefusal(code, text, { answeredSo, attempts }, subject)
  }
}

/** A domain in its redemption period costs nothing. */
export function isBilled({ domain }: SeenAtRegistry): boolean {
  return domain.graceStatuses.length === 0
}

/** At most 61 characters; the registry allows 64. `generation` counts the answers so far: each needs a new request. */
function ctidOf(operationId: string, { name, object }: RriRequest, generation: number): string {
  const mark = createHash('sha256').update(object).digest('hex').slice(0, 8)
  return `${operationId.replaceAll('-', '')}-${name.split(':')[1]}-${mark}-${generation}`
}

/** A refusal of an order with one sentence. */
export function refused(text: string): Extract<Verdict<never>, { kind: 'refused' }> {
  return { kind: 'refused', reason: { refusal: 'registry_refused', text } }
}
