import { Injectable, Logger } from '@nestjs/common'
import type { Command } from '@nameyard/epp/command'
import type { Response } from '@nameyard/epp/response'
import { NotSent } from '@nameyard/epp/transport-errors'
import { Database } from '@nameyard/persistence/database'
import { Gathering } from '@nameyard/persistence/gathering'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { EntitySchema } from 'typeorm'
import type { Session } from '../sessions/session'
import type { RegistryOperation } from './operation.store'

/** A command that changes something at a registry: before it is sent, while it is out, and what came back. */
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

const text = { type: 'text' } as const
const instant = { type: 'timestamptz' } as const

export const registryTransactionSchema = new EntitySchema<RegistryTransaction>({
  name: 'registry_transaction',
  columns: {
    cltrid: { ...text, primary: true },
    operationId: { type: 'uuid', name: 'operation_id' },
    command: text,
    object: text,
    state: text,
    preparedAt: { ...instant, name: 'prepared_at' },
    sentAt: { ...instant, name: 'sent_at', nullable: true },
    answeredAt: { ...instant, name: 'answered_at', nullable: true },
    svtrid: { ...text, nullable: true },
    code: { type: 'integer', nullable: true },
    frame: { ...text, nullable: true },
    answer: { ...text, nullable: true },
  },
  indices: [{ name: 'registry_transaction_of_operation', columns: ['operationId', 'preparedAt'] }],
  foreignKeys: [
    {
      name: 'registry_transaction_operation_id_fkey',
      target: 'operation',
      columnNames: ['operationId'],
      referencedColumnNames: ['id'],
    },
  ],
})

/** Statements of one kind that may be under way: one more than the one whose commit is waited for. */
export const COMMITS_AT_ONCE = 2

/** Numbers are taken in advance: they make identifiers unique for ever, and nobody minds a gap. */
const numbers = statement(
  'journal.numbers',
  `select nextval('registry_transaction_number')::text as number from generate_series(1, 100)`,
)

/**
 * Only the worker that holds the operation may send for it: one that was taken for dead is stopped here. `$2` are the
 * operations.
 */
const sent = statement(
  'journal.sent',
  `insert into registry_transaction (cltrid, operation_id, command, object, state, prepared_at, sent_at, frame)
   select t.cltrid, o.id, t.command, t.object, 'sent', t.now, t.now, t.frame
   from jsonb_to_recordset($1)
     as t (cltrid text, id uuid, worker integer, command text, object text, now timestamptz, frame text)
   join operation o on o.id = t.id and o.worker = t.worker
   where o.id = any($2::uuid[])
   returning cltrid`,
)

/**
 * SQL that writes answers down; its parameters, from the first on, are those of `answersIn`. Arrays, since PostgreSQL
 * takes them for few: it would read the journal whole for as many as it makes of a recordset.
 */
export function answeredFrom(first: number): string {
  const [cltrid, now, svtrid, code, answer] = [0, 1, 2, 3, 4].map((place) => `$${first + place}`)
  return `update registry_transaction t
   set state = 'answered', answered_at = a.now, svtrid = a.svtrid, code = a.code, answer = a.answer
   from unnest(${cltrid}::text[], ${now}::timestamptz[], ${svtrid}::text[], ${code}::integer[], ${answer}::text[])
     as a (cltrid, now, svtrid, code, answer)
   where t.cltrid = a.cltrid`
}

/** Answers as the parameters of `answeredFrom`. */
export function answersIn(answers: readonly Answered[]): readonly unknown[] {
  return (['cltrid', 'now', 'svtrid', 'code', 'answer'] as const).map((column) => answers.map((each) => each[column]))
}

const answered = statement('journal.answered', answeredFrom(1))

const lost = statement(
  'journal.lost',
  `update registry_transaction set state = 'unknown' where cltrid = $1 and state = 'sent'`,
)

const heldBack = statement(
  'journal.held-back',
  `update registry_transaction set state = 'prepared', sent_at = null where cltrid = $1 and state = 'sent'`,
)

const reconciled = statement(
  'journal.reconciled',
  `update registry_transaction set state = 'reconciled' where operation_id = $1 and state in ('sent', 'unknown')`,
)

const unsettled = statement(
  'journal.unsettled',
  `select cltrid, state, code, sent_at as "sentAt" from registry_transaction
   where operation_id = $1 and command = $2 and (state in ('sent', 'unknown') or state = 'answered' and code < 2000)
   order by prepared_at desc, cltrid desc limit 1`,
)

const open = statement(
  'journal.open',
  `select exists (select from registry_transaction where operation_id = $1
     and (state in ('sent', 'unknown') or state = 'answered' and code < 2000)) as "isOpen"`,
)

const history = statement(
  'journal.history',
  `select min(sent_at) as "firstSentAt", count(*)::int as sends, count(*) filter (where code = $3)::int as "answeredSo"
   from registry_transaction where operation_id = $1 and command = $2 and sent_at is not null`,
)

const objects = statement(
  'journal.objects',
  `select object, bool_or(coalesce(code < 2000, false)) as "isAnswered" from registry_transaction
   where operation_id = $1 and command = $2 and (code is null or code < 2000) group by object order by object`,
)

/** What an operation has behind it of one command: when it was first sent, how often, and how often answered so. */
export interface CommandHistory {
  readonly firstSentAt: Date | null
  readonly sends: number
  readonly answeredSo: number
}

/** A command that left us and whose end is not settled: its code, when it was answered. */
export type Unsettled = Pick<RegistryTransaction, 'cltrid' | 'state' | 'code'> & { readonly sentAt: Date }

/** An answer as it is written down. */
export interface Answered {
  readonly cltrid: string
  readonly now: Date
  readonly svtrid: string
  readonly code: number
  readonly answer: string
}

/** An answer whose operation has not ended meanwhile is written down by itself. */
const ANSWER_MS = 10

/**
 * The journal of changing commands: a command goes out through here or not at all. An answer is written with the end of
 * its operation when that comes at once, and by itself otherwise. When it is lost in between, the command is one of
 * unknown outcome, and the registry is asked.
 */
@Injectable()
export class Journal {
  private readonly numbers: string[] = []
  private readonly sending = new Gathering(
    async (rows: readonly { readonly cltrid: string; readonly id: string }[]) => {
      const values = [JSON.stringify(rows), rows.map(({ id }) => id)]
      const written = await this.database.read<{ cltrid: string }>(sent, values)
      return rows.map((row) => written.some(({ cltrid }) => cltrid === row.cltrid))
    },
    COMMITS_AT_ONCE,
  )
  private readonly log = new Logger('journal')
  private readonly kept = new Map<string, readonly Answered[]>()
  private readonly answering = new Gathering(async (rows: readonly Answered[]) => {
    await this.database.read(answered, answersIn(rows))
    return rows.map(() => undefined)
  }, COMMITS_AT_ONCE)

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a command for an operation and returns its answer. It is written down as sent before its first byte leaves;
   * throws as `EppConnection.transact` does, with the loss written down.
   */
  async transact<Data>(
    session: Pick<Session, 'transact'>,
    operation: Pick<RegistryOperation, 'id'>,
    worker: number,
    object: string,
    command: Command<Data>,
  ): Promise<Response<Data>> {
    const clTRID = await this.identifier(operation.id)
    const beforeWrite = async (frame: string) => {
      const row = {
        cltrid: clTRID,
        id: operation.id,
        worker,
        command: command.name,
        object,
        frame,
        now: this.clock.now(),
      }
      if (!(await this.sending.ask(row))) throw new Error(`operation ${operation.id} is in other hands`)
    }
    try {
      const response = await session.transact(command, { clTRID, beforeWrite })
      const { svTRID, code, frame } = response
      this.keep(operation.id, { cltrid: clTRID, now: this.clock.now(), svtrid: svTRID, code, answer: frame })
      return response
    } catch (error) {
      await this.database.read(error instanceof NotSent ? heldBack : lost, [clTRID])
      throw error
    }
  }

  /** Answers that are to be written with the end of their operation. */
  take(operationId: string): readonly Answered[] {
    const answers = this.kept.get(operationId) ?? []
    this.kept.delete(operationId)
    return answers
  }

  /** Writes the answers down that came to an operation; whoever wants to read or postpone it calls this first. */
  async write(operationId: string): Promise<void> {
    await Promise.all(this.take(operationId).map((answer) => this.answering.ask(answer)))
  }

  private keep(operationId: string, answer: Answered): void {
    this.kept.set(operationId, [...(this.kept.get(operationId) ?? []), answer])
    setTimeout(() => {
      // What cannot be written is asked for at the registry.
      this.write(operationId).catch((error: Error) => this.log.warn(`an answer is not kept: ${error.message}`))
    }, ANSWER_MS)
  }

  /** The operation's number makes it readable, the number behind it unique; in the order of the alphabet. */
  private async identifier(operationId: string): Promise<string> {
    if (this.numbers.length === 0) {
      const rows = await this.database.read<{ number: string }>(numbers)
      this.numbers.push(...rows.map(({ number }) => number).reverse())
    }
    return `${operationId.replaceAll('-', '')}-${this.numbers.pop()!.padStart(12, '0')}`
  }

  /** The last command of that name that may have had its effect: lost, or accepted and not settled since. */
  async unsettled(operationId: string, command: string): Promise<Unsettled | undefined> {
    await this.write(operationId)
    const [row] = await this.database.read<Unsettled & { [column: string]: unknown }>(unsettled, [operationId, command])
    return row
  }

  /** Whether a command of the operation may have had an effect: lost, or accepted. */
  async hasOpen(operationId: string): Promise<boolean> {
    await this.write(operationId)
    const [row] = await this.database.read<{ isOpen: boolean }>(open, [operationId])
    return row!.isOpen
  }

  /** The objects that the operation may have changed by a command, and whether the registry said that it did. */
  async objectsOf(
    operationId: string,
    command: string,
  ): Promise<readonly { readonly object: string; readonly isAnswered: boolean }[]> {
    await this.write(operationId)
    return this.database.read<{ object: string; isAnswered: boolean }>(objects, [operationId, command])
  }

  /** The operation's commands of that name, and how often one was answered with the code. */
  async history(operationId: string, command: string, code: number): Promise<CommandHistory> {
    await this.write(operationId)
    const values = [operationId, command, code]
    const [row] = await this.database.read<CommandHistory & { [column: string]: unknown }>(history, values)
    return row!
  }

  /** Writes down that the registry was asked about the operation's lost commands. */
  async reconcile(operationId: string): Promise<void> {
    await this.write(operationId)
    await this.database.read(reconciled, [operationId])
  }
}
