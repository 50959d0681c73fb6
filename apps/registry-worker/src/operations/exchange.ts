import type { Command } from '@nameyard/epp/command'
import { infoDomain } from '@nameyard/epp/domain/info'
import { queryTransfer, type DomainTransfer } from '@nameyard/epp/domain/transfer'
import { extended } from '@nameyard/epp/extension'
import { graceStatuses } from '@nameyard/epp/extensions/rgp/grace-statuses'
import { dnssecInfo } from '@nameyard/epp/extensions/secdns/info'
import { textOf, type Response } from '@nameyard/epp/response'
import { Injectable } from '@nestjs/common'
import type { AnyExecution } from './execution'
import { Journal } from './journal.store'
import type { Judgment } from './model/judgment'
import type { Seen, SeenDomain } from './model/seen'
import { backoffMs, isPermanent, verdictOfRefusal, type Reason, type Verdict } from './model/verdict'
import type { RegistryOperation } from './operation.store'
import { queryTRID } from './query-trid'

const OBJECT_MISSING = 2303

/** How often a command may meet 2303 though the registry says that every host and contact it names exists. */
const LINKED_OBJECT_TRIES = 3

/** How every kind of operation speaks with its registry, and what it makes of a "no". */
@Injectable()
export class Exchange {
  constructor(private readonly journal: Journal) {}

  /** Sends a command that changes something: written in the journal before it leaves. */
  send<Data>(
    { operation, worker, session }: AnyExecution,
    object: string,
    command: Command<Data>,
  ): Promise<Response<Data>> {
    return this.journal.transact(session, operation, worker, object, command)
  }

  /** Asks something that changes nothing; asked again, it does no harm. */
  ask<Data>({ session }: AnyExecution, question: Command<Data>): Promise<Response<Data>> {
    return session.transact(question, { clTRID: queryTRID() })
  }

  /** What the registry shows of the operation's domain. `authInfo` opens what it shows to nobody else. */
  async look(
    execution: AnyExecution,
    authInfo?: string,
  ): Promise<{ seen: Seen | undefined; answer: Response<SeenDomain> }> {
    const info = infoDomain(execution.operation.object, authInfo === undefined ? {} : { authInfo: { pw: authInfo } })
    const question = extended(extended(info, graceStatuses), dnssecInfo)
    const answer = await this.ask(execution, question)
    if (answer.outcome === 'done') return { seen: answer.data, answer }
    if (answer.code === OBJECT_MISSING) return { seen: 'missing', answer }
    if (answer.class === 'sponsorship' || answer.class === 'authInfo') return { seen: 'foreign', answer }
    return { seen: undefined, answer }
  }

  /** Looks, and judges by what is seen; when the registry did not tell, whatever was sent stays of unknown outcome. */
  async judge(execution: AnyExecution, by: (seen: Seen) => Judgment): Promise<Judgment> {
    const { seen, answer } = await this.look(execution)
    return seen === undefined ? this.unclear(execution.operation, answer) : by(seen)
  }

  /** What the registry tells of the last transfer: `none` when there was none that concerns us. */
  async lookAtTransfer(
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
   * The question was not answered: what was sent stays of unknown outcome, whatever the code says about the question.
   * When nothing was sent and the registry will refuse the question each time, the operation has failed.
   */
  async unclear(
    operation: RegistryOperation,
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
   * The registry misses an object that the command names (2303). A host or contact may have been deleted since the worker
   * saw it: the next try creates it again. A registry that repeats the code means something else, and has refused.
   */
  async linkedObjectGone(execution: AnyExecution, answer: Response<unknown>, command: string): Promise<Verdict<never>> {
    const { id, object, attempts } = execution.operation
    const { answeredSo } = await this.journal.history(id, command, answer.code)
    const reason: Reason = { refusal: 'registry_refused', code: answer.code, text: textOf(answer, [object]) }
    if (answeredSo >= LINKED_OBJECT_TRIES) return { kind: 'refused', reason }
    return { kind: 'retry', afterMs: backoffMs(attempts - 1), reason: { ...reason, refusal: 'registry_unavailable' } }
  }

  /**
   * What a refusal leads to. `command` is the name in the journal; `subject` says what was refused, where it is not the
   * domain itself.
   */
  async refusal(
    { operation }: AnyExecution,
    response: Response<unknown>,
    command: string,
    subject?: string,
  ): Promise<Verdict<never>> {
    const { code } = response
    const { answeredSo } = await this.journal.history(operation.id, command, code)
    const tries = { answeredSo, attempts: operation.attempts }
    const known = [operation.object, ...(subject?.split(' ') ?? [])]
    return verdictOfRefusal(code, textOf(response, known), tries, subject)
  }
}
