import { Injectable } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import { changeWithMessages, Outbox, type ChangeMessage } from '@nameyard/outbox/outbox'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import {
  COMMITS_AT_ONCE,
  recordingSent,
  sentCommandsOf,
  type Answered,
  type SentCommand,
  type SentCommands,
} from './journal-statements'
import { settlementOf, settling, type ClaimedOperation, type End, type Settlement } from './operation.store'

/** An operation that has ended, its event, and its answers that are not written yet. */
export interface EndedOperation {
  readonly operation: Pick<ClaimedOperation, 'correlationId' | 'trace'>
  readonly event: Payload<typeof registryOperationSettled>
  readonly end: End
  readonly answers: readonly Answered[]
}

/** A command to record or an operation to settle. */
type Write = { readonly command: SentCommand } | { readonly ended: EndedOperation }

const MARK_SENT = statement<SentCommands, { cltrid: string }>('journal.mark-sent', recordingSent)

const FOLLOWED = sql`select id::text from changed where is_followed`

/** Settles operations and stages an event for each that its worker still held. Notes those that others wait for. */
const SETTLE = changeWithMessages<Settlement>('operations.settle', settling, FOLLOWED)

/** Does the same, and records commands of other operations. Notes the recorded ones too. */
const SETTLE_AND_MARK_SENT = changeWithMessages<Settlement & SentCommands>(
  'operations.settle-and-mark-sent',
  (given) => sql`recorded as (${recordingSent(given)}), ${settling(given)}`,
  sql`${FOLLOWED} union all select cltrid from recorded`,
)

/**
 * Writes what must be stored before an operation goes on: commands before they are sent, and ends. A session that becomes free
 * with the end of an operation sends the command of the next one, so both are often there together: one statement and one
 * commit for both.
 */
@Injectable()
export class OperationWrites {
  private readonly writing = new Batcher((writes: readonly Write[]) => this.write(writes), {
    concurrency: COMMITS_AT_ONCE,
  })

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Records a command. Returns whether its worker still holds the operation; otherwise it must not be sent. */
  send(command: SentCommand): Promise<boolean> {
    return this.writing.add({ command })
  }

  /** Settles an operation, only if its worker still holds it. Returns whether something waited for it. */
  settle(ended: EndedOperation): Promise<boolean> {
    return this.writing.add({ ended })
  }

  private async write(writes: readonly Write[]): Promise<readonly boolean[]> {
    const commands = writes.flatMap((write) => ('command' in write ? [write.command] : []))
    const ends = writes.flatMap((write) => ('ended' in write ? [write.ended] : []))
    const noted = await this.noted(commands, ends)
    return writes.map((write) => noted.has('command' in write ? write.command.cltrid : write.ended.end.id))
  }

  private async noted(commands: readonly SentCommand[], ends: readonly EndedOperation[]): Promise<ReadonlySet<string>> {
    const sent = sentCommandsOf(commands)
    if (ends.length === 0) return new Set((await this.database.read(MARK_SENT, sent)).map(({ cltrid }) => cltrid))
    const settlement = settlementOf(
      ends.map(({ end }) => end),
      ends.flatMap(({ answers }) => answers),
    )
    const events = ends.map(({ operation, event, end }): ChangeMessage<typeof registryOperationSettled> => ({
      changed: end.id,
      message: registryOperationSettled,
      payload: event,
      correlationId: operation.correlationId,
      trace: operation.trace ?? undefined,
    }))
    const { noted } =
      commands.length === 0
        ? await this.outbox.changeAndAppend(this.database, SETTLE, settlement, events)
        : await this.outbox.changeAndAppend(this.database, SETTLE_AND_MARK_SENT, { ...settlement, ...sent }, events)
    return noted
  }
}
