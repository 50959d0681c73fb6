import { Injectable } from '@nestjs/common'
import { textOf } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { queryTransfer, type DomainTransfer } from '@nameyard/epp/domain/transfer'
import type { Response } from '@nameyard/epp/response'
import { OBJECT_DOES_NOT_EXIST } from '@nameyard/epp/result-code'
import type { Seen, SeenDomain } from '../dialects/model/seen'
import { queryTRID } from '../sessions/query-trid'
import type { AnyExecution } from './execution'
import { Journal } from './journal.store'
import type { Judgment } from './model/judgment'
import { backoffMs, isPermanent, verdictOfRefusal, type Reason, type Verdict } from './model/verdict'
import type { ClaimedOperation } from './operation.store'

/** How often a command may be answered 2303 although its hosts and contacts exist according to the registry. */
const LINKED_OBJECT_TRIES = 3

/** Sends the commands of operations to their registry, and turns refusals into verdicts. */
@Injectable()
export class Exchange {
  constructor(private readonly journal: Journal) {}

  /** Sends a changing command. The journal records it before it is sent. */
  send<Data>(
    { operation, worker, session, tld }: AnyExecution,
    object: string,
    command: Command<Data>,
  ): Promise<Response<Data>> {
    return this.journal.transact(session, operation, worker, object, tld.dialect.finish(command, tld))
  }

  /** Sends a query, which changes nothing and may be repeated. */
  ask<Data>({ session, tld }: AnyExecution, question: Command<Data>): Promise<Response<Data>> {
    return session.transact(tld.dialect.finish(question, tld), { clTRID: queryTRID() })
  }

  /** Reads the operation's domain (EPP info). `authInfo` authorizes for a domain of another registrar. */
  async info(
    execution: AnyExecution,
    authInfo?: string,
  ): Promise<{ seen: Seen | undefined; answer: Response<SeenDomain> }> {
    const { operation, tld } = execution
    const answer = await this.ask(execution, tld.dialect.info(operation.object, authInfo, tld))
    if (answer.outcome === 'done') return { seen: answer.data, answer }
    if (answer.code === OBJECT_DOES_NOT_EXIST) return { seen: 'missing', answer }
    if (answer.class === 'sponsorship' || answer.class === 'authInfo') return { seen: 'foreign', answer }
    return { seen: undefined, answer }
  }

  /** Reads the domain and judges by it. When the registry does not answer, the outcome stays unknown. */
  async judge(execution: AnyExecution, by: (seen: Seen) => Judgment): Promise<Judgment> {
    const { seen, answer } = await this.info(execution)
    return seen === undefined ? this.unclear(execution.operation, answer) : by(seen)
  }

  /** Queries the last transfer of the domain: `none` when there is none that concerns us. */
  async transfer(
    execution: AnyExecution,
    authInfo?: string,
  ): Promise<{ transfer: DomainTransfer | 'none' | undefined; answer: Response<DomainTransfer> }> {
    const question = queryTransfer(execution.operation.object, authInfo === undefined ? undefined : { pw: authInfo })
    const answer = await this.ask(execution, question)
    if (answer.outcome === 'done') return { transfer: answer.data, answer }
    const isNone = answer.class === 'state' || answer.class === 'sponsorship' || answer.class === 'authInfo'
    return { transfer: isNone ? 'none' : undefined, answer }
  }

  /**
   * A query was refused: the outcome of a sent command stays unknown, whatever the code says about the query. When nothing
   * was sent and the registry will always refuse the query, the operation fails.
   */
  async unclear(
    operation: ClaimedOperation,
    answer: Response<unknown>,
  ): Promise<Verdict<never> & { kind: 'unknown' | 'failed' }> {
    const { code } = answer
    const text = textOf(answer)
    if (isPermanent(code) && !(await this.journal.hasOpen(operation.id)))
      return { kind: 'failed', reason: { refusal: 'internal_error', code, text } }
    const reason: Reason = { refusal: 'registry_unavailable', code, text }
    return { kind: 'unknown', afterMs: backoffMs(operation.attempts - 1), absences: operation.absences, reason }
  }

  /**
   * The registry does not have an object of the command (2303). A host or contact may have been deleted since the worker
   * read it: the next try creates it again. When the registry repeats the code, it is a refusal.
   */
  async linkedObjectMissing(
    execution: AnyExecution,
    answer: Response<unknown>,
    command: string,
  ): Promise<Verdict<never>> {
    const { id, object, attempts } = execution.operation
    const { answeredSo } = await this.journal.history(id, command, answer.code)
    const reason: Reason = { refusal: 'registry_refused', code: answer.code, text: textOf(answer, [object]) }
    if (answeredSo >= LINKED_OBJECT_TRIES) return { kind: 'refused', reason }
    return { kind: 'retry', afterMs: backoffMs(attempts - 1), reason: { ...reason, refusal: 'registry_unavailable' } }
  }

  /**
   * Returns the verdict of a refusal. `command` is the name in the journal; `subject` names the refused object, when it is
   * not the domain itself.
   */
  async refusal(
    { operation, tld }: AnyExecution,
    response: Response<unknown>,
    command: string,
    subject?: string,
  ): Promise<Verdict<never>> {
    const { code } = response
    const { answeredSo } = await this.journal.history(operation.id, command, code)
    const tries = { answeredSo, attempts: operation.attempts }
    const known = [operation.object, ...(subject?.split(' ') ?? [])]
    const text = [tld.dialect.explain(response), textOf(response, known)]
      .filter((each) => each !== undefined)
      .join('; ')
    return verdictOfRefusal(code, text, tries, subject)
  }
}
