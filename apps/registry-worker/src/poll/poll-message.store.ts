import type { PollMessage } from '@nameyard/epp/poll/request'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'

/** A message that was taken from the queue of an account. */
export interface TakenMessage {
  account: string
  messageId: string
  about: string
  object: string | null
  operationId: string | null
  text: string
  frame: string
  queuedAt: Date | null
  receivedAt: Date
}

const text = { type: 'text' } as const
const instant = { type: 'timestamptz' } as const

export const pollMessageSchema = new EntitySchema<TakenMessage>({
  name: 'poll_message',
  columns: {
    account: { ...text, primary: true },
    messageId: { ...text, name: 'message_id', primary: true },
    about: text,
    object: { ...text, nullable: true },
    operationId: { type: 'uuid', name: 'operation_id', nullable: true },
    text,
    frame: text,
    queuedAt: { ...instant, name: 'queued_at', nullable: true },
    receivedAt: { ...instant, name: 'received_at' },
  },
  indices: [{ name: 'poll_message_of_object', columns: ['object', 'receivedAt'] }],
})

const keep = statement(
  'poll-messages.keep',
  `insert into poll_message (account, message_id, about, object, text, frame, queued_at, received_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning message_id`,
)

/** The end of what a domain refers to, such as a contact, is not yet the end of the operation. */
const wakePending = statement(
  'poll-messages.wake-pending',
  `update operation o set is_woken = true, run_at = $3,
     pending_result = case when t.object = o.object then $2 else o.pending_result end
   from registry_transaction t
   where t.cltrid = $1 and o.id = t.operation_id and o.state not in ('done', 'refused', 'failed')
   returning o.id`,
)

const wakeTransfer = statement(
  'poll-messages.wake-transfer',
  `update operation set is_woken = true, run_at = $3
   where account = $1 and object = $2 and kind = 'domain.transfer' and pending_at is not null
     and state not in ('done', 'refused', 'failed')
   returning id`,
)

const concern = statement(
  'poll-messages.concern',
  'update poll_message set operation_id = $3 where account = $1 and message_id = $2',
)

/** Keeps a message; says whether it was not kept before. */
export async function keepMessage(
  tx: Tx,
  account: string,
  { id, text, queuedAt, news }: PollMessage,
  object: string | undefined,
  frame: string,
  now: Date,
): Promise<boolean> {
  const values = [account, id, news.kind, object ?? null, text, frame, queuedAt ?? null, now]
  return (await tx.query(keep, values)).length > 0
}

/**
 * Has the operation looked at that waits for what the message tells: the one whose command a pending action was, or
 * our transfer of the object. Returns its number, when there is one.
 */
export async function wakeOperation(
  tx: Tx,
  account: string,
  { id, news }: PollMessage,
  clientId: string,
  now: Date,
): Promise<string | undefined> {
  const woken = await wakeOne(tx, account, news, clientId, now)
  if (woken !== undefined) await tx.query(concern, [account, id, woken])
  return woken
}

async function wakeOne(
  tx: Tx,
  account: string,
  news: PollMessage['news'],
  clientId: string,
  now: Date,
): Promise<string | undefined> {
  if (news.kind === 'pending-action' && news.clTRID !== undefined) {
    const [row] = await tx.query<{ id: string }>(wakePending, [news.clTRID, news.carriedOut, now])
    return row?.id
  }
  if (news.kind === 'transfer' && news.transfer.reID === clientId) {
    const [row] = await tx.query<{ id: string }>(wakeTransfer, [account, news.object.id.toLowerCase(), now])
    return row?.id
  }
  return undefined
}
