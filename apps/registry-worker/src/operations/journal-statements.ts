import { sql, type Placeholders } from '@nameyard/persistence/statement'

/** Statements of one kind that run at the same time: while the commit of one is awaited, the next is sent. */
export const COMMITS_AT_ONCE = 2

/** A command that is about to be sent, as the journal stores it. */
export interface SentCommand {
  readonly cltrid: string
  /** The operation, and the worker that sends for it. */
  readonly id: string
  readonly worker: number
  readonly command: string
  readonly object: string
  readonly now: Date
  readonly frame: string
}

/** Commands as JSON. `sentFor` repeats their operations: without them PostgreSQL would read all operations. */
export interface SentCommands {
  readonly sent: string
  readonly sentFor: readonly string[]
}

/** SQL that records commands. Only the worker that holds the operation may send for it: one that was declared dead is stopped here. */
export const recordingSent = ({ sent, sentFor }: Placeholders<SentCommands>) => sql`
    insert into registry_transaction (cltrid, operation_id, command, object, state, prepared_at, sent_at, frame)
    select t.cltrid, o.id, t.command, t.object, 'sent', t.now, t.now, t.frame
    from jsonb_to_recordset(${sent})
      as t (cltrid text, id uuid, worker integer, command text, object text, now timestamptz, frame text)
    join operation o on o.id = t.id and o.worker = t.worker
    where o.id = any(${sentFor}::uuid[])
    returning cltrid`

export const sentCommandsOf = (commands: readonly SentCommand[]): SentCommands => ({
  sent: JSON.stringify(commands),
  sentFor: commands.map(({ id }) => id),
})

/** An answer, as the journal stores it. */
export interface Answered {
  readonly cltrid: string
  readonly now: Date
  readonly svtrid: string
  readonly code: number
  readonly answer: string
}

/**
 * Answers as arrays, one for each column. PostgreSQL estimates arrays as short; for the estimated length of a recordset
 * it would read the whole journal.
 */
export interface AnswerColumns {
  readonly cltrids: readonly string[]
  readonly answeredAt: readonly Date[]
  readonly svtrids: readonly string[]
  readonly codes: readonly number[]
  readonly answers: readonly string[]
}

/** SQL that writes answers. */
export const writingAnswers = ({ cltrids, answeredAt, svtrids, codes, answers }: Placeholders<AnswerColumns>) => sql`
  update registry_transaction t
  set state = 'answered', answered_at = a.now, svtrid = a.svtrid, code = a.code, answer = a.answer
  from unnest(${cltrids}::text[], ${answeredAt}::timestamptz[], ${svtrids}::text[], ${codes}::integer[],
    ${answers}::text[]) as a (cltrid, now, svtrid, code, answer)
  where t.cltrid = a.cltrid`

export function columnsOf(answers: readonly Answered[]): AnswerColumns {
  return {
    cltrids: answers.map(({ cltrid }) => cltrid),
    answeredAt: answers.map(({ now }) => now),
    svtrids: answers.map(({ svtrid }) => svtrid),
    codes: answers.map(({ code }) => code),
    answers: answers.map(({ answer }) => answer),
  }
}
