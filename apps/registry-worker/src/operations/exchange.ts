import type { Command } from '@nameyard/epp/command'
import { infoDomain, type RegisteredDomain } from '@nameyard/epp/domain/info'
import type { Response } from '@nameyard/epp/response'
import { Injectable } from '@nestjs/common'
import type { AnyExecution } from './execution'
import { Journal } from './journal.store'
import { backoffMs, verdictOfRefusal, type Reason, type Verdict } from './model/verdict'
import type { RegistryOperation } from './operation.store'
import { queryTRID } from './query-trid'

/** `missing`: the registry does not know the name; `foreign`: it belongs to another; undefined: it did not tell. */
export type Seen = RegisteredDomain | 'missing' | 'foreign' | undefined

const USE_ERROR = 2002
const OBJECT_MISSING = 2303

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
  async look(execution: AnyExecution, authInfo?: string): Promise<{ seen: Seen; answer: Response<RegisteredDomain> }> {
    const question = infoDomain(
      execution.operation.object,
      authInfo === undefined ? {} : { authInfo: { pw: authInfo } },
    )
    const answer = await this.ask(execution, question)
    if (answer.outcome === 'done') return { seen: answer.data, answer }
    if (answer.code === OBJECT_MISSING) return { seen: 'missing', answer }
    if (answer.class === 'sponsorship' || answer.class === 'authInfo') return { seen: 'foreign', answer }
    if (answer.code === USE_ERROR) execution.session.close()
    return { seen: undefined, answer }
  }

  /** The question was not answered: what was sent stays of unknown outcome, whatever the code says about the question. */
  unclear(operation: RegistryOperation, { code, results }: Response<unknown>): Verdict<never> {
    const reason: Reason = { refusal: 'registry_unavailable', code, text: results[0].msg }
    return { kind: 'unknown', afterMs: backoffMs(operation.attempts - 1), absences: operation.absences, reason }
  }

  /** What a refusal leads to; `subject` says in the reason what was refused, `command` by which name it is journaled. */
  async refusal(
    { operation, session }: AnyExecution,
    { code, results }: Response<unknown>,
    command: string,
    subject: string,
  ): Promise<Verdict<never>> {
    // Whatever the registry means by 2002, the next try begins with a login.
    if (code === USE_ERROR) session.close()
    const [{ msg, values }] = results
    const reasons = values.flatMap(({ reason, text }) => [reason ?? text]).filter((each) => each !== '')
    const { answeredSo } = await this.journal.history(operation.id, command, code)
    const tries = { answeredSo, attempts: operation.attempts }
    return verdictOfRefusal(code, [`${subject}: ${msg}`, ...reasons].join('; '), tries)
  }
}
