import { Injectable, Logger } from '@nestjs/common'
import type { Command } from '@nameyard/epp/command'
import { redactPerson } from '@nameyard/epp/redact'
import type { Response } from '@nameyard/epp/response'
import { NotSent } from '@nameyard/epp/transport-errors'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import type { Session } from '../sessions/session'
import { columnsOf, COMMITS_AT_ONCE, writingAnswers, type AnswerColumns, type Answered } from './journal-statements'
import { OperationWrites } from './operation-writes'

/** A journal entry of a changing command: prepared, sent, answered, or with an unknown outcome. */
export interface RegistryTransaction {
  cltrid: string
  operationId: string
  command: string
  object: string
  state: 'prepared' | 'sent' | 'answered' | 'unknown' | 'reconciled'
  preparedAt: Date
  sentAt: Date | null
  answeredAt: Date | null
  svtrid: string | null
  code: number | null
  frame: string | null
  answer: string | null
}

/** Numbers are drawn in advance and never reused. Gaps are allowed. */
const DRAW_NUMBERS = statement<void, { number: string }>(
  'journal.draw-numbers',
  () => sql`select nextval('registry_transaction_number')::text as number from generate_series(1, 100)`,
)

const WRITE_ANSWERS = statement<AnswerColumns>('journal.write-answers', writingAnswers)

const MARK_UNKNOWN = statement<{ cltrid: string }>(
  'journal.mark-unknown',
  ({ cltrid }) => sql`
    update registry_transaction set state = 'unknown' where cltrid = ${cltrid} and state = 'sent'`,
)

const MARK_NOT_SENT = statement<{ cltrid: string }>(
  'journal.mark-not-sent',
  ({ cltrid }) => sql`
    update registry_transaction set state = 'prepared', sent_at = null where cltrid = ${cltrid} and state = 'sent'`,
)

const MARK_RECONCILED = statement<{ operationId: string }>(
  'journal.mark-reconciled',
  ({ operationId }) => sql`
    update registry_transaction set state = 'reconciled'
    where operation_id = ${operationId} and state in ('sent', 'unknown')`,
)

const FIND_UNSETTLED = statement<{ operationId: string; command: string }, Unsettled>(
  'journal.find-unsettled',
  ({ operationId, command }) => sql`
    select cltrid, state, code, sent_at as "sentAt" from registry_transaction
    where operation_id = ${operationId} and command = ${command}
      and (state in ('sent', 'unknown') or state = 'answered' and code < 2000)
    order by prepared_at desc, cltrid desc limit 1`,
)

const HAS_OPEN = statement<{ operationId: string }, { isOpen: boolean }>(
  'journal.has-open',
  ({ operationId }) => sql`
    select exists (
      select from registry_transaction where operation_id = ${operationId}
        and (state in ('sent', 'unknown') or state = 'answered' and code < 2000)) as "isOpen"`,
)

const HISTORY = statement<{ operationId: string; command: string; code: number }, CommandHistory>(
  'journal.history',
  ({ operationId, command, code }) => sql`
    select min(sent_at) as "firstSentAt", count(*)::int as sends,
      count(*) filter (where code = ${code})::int as "answeredSo", count(code)::int as answered
    from registry_transaction where operation_id = ${operationId} and command = ${command} and sent_at is not null`,
)

const OBJECTS = statement<{ operationId: string; command: string }, { object: string; isAnswered: boolean }>(
  'journal.objects',
  ({ operationId, command }) => sql`
    select object, bool_or(coalesce(code < 2000, false)) as "isAnswered" from registry_transaction
    where operation_id = ${operationId} and command = ${command} and (code is null or code < 2000)
    group by object order by object`,
)

/** The history of one command of an operation: first sent when, sent how often, answered, and answered with a code. */
export interface CommandHistory {
  readonly firstSentAt: Date | null
  readonly sends: number
  readonly answered: number
  readonly answeredSo: number
}

/** The command was not sent: an operator wants its operation to fail. */
export class Withheld extends Error {
  override readonly name = 'Withheld'
}

/** A sent command whose effect is not settled; `code` when it was answered. */
export type Unsettled = Pick<RegistryTransaction, 'cltrid' | 'state' | 'code'> & { readonly sentAt: Date }

/** What the journal needs of an answer: the registry's identifier of it, a code of RFC 5730, and its text. */
export interface RecordedAnswer {
  readonly svTRID: string
  readonly code: number
  readonly frame: string
}

/** After this time an answer is written by itself, without the settlement of its operation. */
const ANSWER_MS = 10

/**
 * The journal of changing commands. Every such command is sent through it. An answer is written together with the
 * settlement of its operation when that follows at once, and by itself otherwise. If the worker crashes in between, the
 * outcome of the command is unknown and the registry is asked.
 */
@Injectable()
export class Journal {
  private readonly numbers: string[] = []
  private readonly log = new Logger('journal')
  /** The answers of an operation that are not being written yet. */
  private readonly kept = new Map<string, readonly Answered[]>()
  private readonly writing = new Map<string, Promise<unknown>>()
  private readonly answering = new Batcher(
    async (rows: readonly Answered[]) => {
      await this.database.read(WRITE_ANSWERS, columnsOf(rows))
      return rows.map(() => undefined)
    },
    { concurrency: COMMITS_AT_ONCE },
  )

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly writes: OperationWrites,
  ) {}

  /** Sends an EPP command for an operation and returns its answer. Throws as `EppConnection.transact` does. */
  async transact<Data>(
    session: Pick<Session, 'transact'>,
    operation: { readonly id: string; readonly failReason: string | null },
    worker: number,
    object: string,
    command: Command<Data>,
  ): Promise<Response<Data>> {
    return this.record(operation, worker, { name: command.name, object }, (clTRID, beforeWrite) =>
      session.transact(command, { clTRID, beforeWrite }),
    )
  }

  /**
   * Records one changing command of any protocol. `send` gets its identifier, calls `beforeWrite` with the text before the
   * first byte is sent, and returns the answer; secrets are masked in both texts. A code below 2000 means that the command
   * was accepted (RFC 5730 section 3). When `send` throws NotSent, nothing was sent; after any other error the outcome is
   * unknown. Throws Withheld when an operator wants the operation to fail.
   */
  async record<Answer extends RecordedAnswer>(
    operation: { readonly id: string; readonly failReason: string | null },
    worker: number,
    { name, object }: { readonly name: string; readonly object: string },
    send: (identifier: string, beforeWrite: (text: string) => Promise<void>) => Promise<Answer>,
  ): Promise<Answer> {
    if (operation.failReason !== null) throw new Withheld(`ended by an operator: ${operation.failReason}`)
    const cltrid = await this.identifier(operation.id)
    const beforeWrite = async (text: string) => {
      const frame = storedFrame(name, text)
      const row = { cltrid, id: operation.id, worker, command: name, object, frame, now: this.clock.now() }
      if (!(await this.writes.send(row))) throw new Error(`another worker holds operation ${operation.id}`)
    }
    try {
      const answer = await send(cltrid, beforeWrite)
      const { svTRID, code, frame } = answer
      this.keep(operation.id, { cltrid, now: this.clock.now(), svtrid: svTRID, code, answer: storedFrame(name, frame) })
      return answer
    } catch (error) {
      await this.database.read(error instanceof NotSent ? MARK_NOT_SENT : MARK_UNKNOWN, { cltrid })
      throw error
    }
  }

  /** Returns the unwritten answers of an operation, to be written with its settlement. */
  take(operationId: string): readonly Answered[] {
    const answers = this.kept.get(operationId) ?? []
    this.kept.delete(operationId)
    return answers
  }

  /**
   * Writes the unwritten answers of an operation, and waits for those that are being written. Called before the journal is
   * read or the operation is postponed: a command without its answer would look lost, and could be sent again.
   */
  async write(operationId: string): Promise<void> {
    const answers = this.take(operationId).map((answer) => this.answering.add(answer))
    const written = Promise.all([this.writing.get(operationId), ...answers])
    this.writing.set(operationId, written)
    try {
      await written
    } finally {
      if (this.writing.get(operationId) === written) this.writing.delete(operationId)
    }
  }

  private keep(operationId: string, answer: Answered): void {
    this.kept.set(operationId, [...(this.kept.get(operationId) ?? []), answer])
    setTimeout(() => {
      // Without the answer the outcome is unknown, and the registry is asked.
      this.write(operationId).catch((error: Error) => this.log.warn(`an answer was not written: ${error.message}`))
    }, ANSWER_MS)
  }

  /** The operation's identifier for readers, then a unique number; identifiers sort in the order of their creation. */
  private async identifier(operationId: string): Promise<string> {
    if (this.numbers.length === 0) {
      const rows = await this.database.read(DRAW_NUMBERS)
      this.numbers.push(...rows.map(({ number }) => number).reverse())
    }
    return `${operationId.replaceAll('-', '')}-${this.numbers.pop()!.padStart(12, '0')}`
  }

  /** Returns the last command of that name that may have had its effect: lost, or accepted and not settled since. */
  async unsettled(operationId: string, command: string): Promise<Unsettled | undefined> {
    await this.write(operationId)
    const [row] = await this.database.read(FIND_UNSETTLED, { operationId, command })
    return row
  }

  /** Whether a command of the operation may have had an effect: lost, or accepted. */
  async hasOpen(operationId: string): Promise<boolean> {
    await this.write(operationId)
    const [row] = await this.database.read(HAS_OPEN, { operationId })
    return row!.isOpen
  }

  /** Returns the objects that a command of the operation may have changed, and whether the registry confirmed it. */
  async objectsOf(
    operationId: string,
    command: string,
  ): Promise<readonly { readonly object: string; readonly isAnswered: boolean }[]> {
    await this.write(operationId)
    return this.database.read(OBJECTS, { operationId, command })
  }

  /** Returns the history of the operation's commands of that name, with the number of answers with the code. */
  async history(operationId: string, command: string, code: number): Promise<CommandHistory> {
    await this.write(operationId)
    const [row] = await this.database.read(HISTORY, { operationId, command, code })
    return row!
  }

  /** Records that the registry was asked about the operation's lost commands. */
  async reconcile(operationId: string): Promise<void> {
    await this.write(operationId)
    await this.database.read(MARK_RECONCILED, { operationId })
  }
}

/** A frame as the journal stores it: of a contact without the data of the person, which nothing needs afterwards. */
function storedFrame(command: string, frame: string): string {
  return command.startsWith('contact:') ? redactPerson(frame) : frame
}
