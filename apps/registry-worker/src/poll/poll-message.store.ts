import type { PollMessage } from '@nameyard/epp/poll/request'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

/** A message from the queue of an account. */
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

const KEEP = statement<Omit<TakenMessage, 'operationId'>, { messageId: string }>(
  'poll-messages.keep',
  (message) => sql`
    insert into poll_message (account, message_id, about, object, text, frame, queued_at, received_at)
    values (${message.account}, ${message.messageId}, ${message.about}, ${message.object}, ${message.text},
      ${message.frame}, ${message.queuedAt}, ${message.receivedAt})
    on conflict do nothing returning message_id as "messageId"`,
)

/** Only a result for the operation's own object decides it; a result for a contact of the domain does not. */
const WAKE_PENDING = statement<{ clTRID: string; isCarriedOut: boolean; now: Date }, { id: string }>(
  'poll-messages.wake-pending',
  ({ clTRID, isCarriedOut, now }) => sql`
    update operation o set is_woken = true, run_at = ${now},
      pending_result = case when t.object = o.object then ${isCarriedOut} else o.pending_result end
    from registry_transaction t
    where t.cltrid = ${clTRID} and o.id = t.operation_id and o.state not in ('done', 'refused', 'failed')
    returning o.id`,
)

const WAKE_TRANSFER = statement<{ account: string; object: string; now: Date }, { id: string }>(
  'poll-messages.wake-transfer',
  ({ account, object, now }) => sql`
    update operation set is_woken = true, run_at = ${now}
    where account = ${account} and object = ${object} and kind = 'domain.transfer' and pending_at is not null
      and state not in ('done', 'refused', 'failed')
    returning id`,
)

const WAKE_ORDER = statement<{ account: string; object: string; now: Date }, { id: string }>(
  'poll-messages.wake-order',
  ({ account, object, now }) => sql`
    update operation set is_woken = true, run_at = ${now}
    where account = ${account} and object = ${object} and kind in ('domain.create', 'domain.transfer')
      and state not in ('done', 'refused', 'failed')
    returning id`,
)

const PUT_OPERATION = statement<{ account: string; messageId: string; operationId: string }>(
  'poll-messages.put-operation',
  ({ account, messageId, operationId }) => sql`
    update poll_message set operation_id = ${operationId} where account = ${account} and message_id = ${messageId}`,
)

/** Stores a message. Returns false when it was stored before. */
export async function keepMessage(
  tx: Tx,
  account: string,
  { id, text, queuedAt, news }: PollMessage,
  object: string | undefined,
  frame: string,
  now: Date,
): Promise<boolean> {
  const kept = await tx.query(KEEP, {
    account,
    messageId: id,
    about: news.kind,
    object: object ?? null,
    text,
    frame,
    queuedAt: queuedAt ?? null,
    receivedAt: now,
  })
  return kept.length > 0
}

/**
 * Makes the operation run now that waits for the event of the message: the sender of the pending action, or our transfer
 * of the object. Returns the operation's identifier, if there is one.
 */
export async function wakeOperation(
  tx: Tx,
  account: string,
  { id, news }: PollMessage,
  registrarId: string,
  now: Date,
): Promise<string | undefined> {
  const woken = await wakeOne(tx, account, news, registrarId, now)
  if (woken !== undefined) await tx.query(PUT_OPERATION, { account, messageId: id, operationId: woken })
  return woken
}

/** Makes the order of a name run now that is under way: it reads the change itself. Returns whether there is one. */
export async function wakeOrder(
  tx: Tx,
  account: string,
  { messageId, object }: { readonly messageId: string; readonly object: string },
  now: Date,
): Promise<boolean> {
  const [order] = await tx.query(WAKE_ORDER, { account, object, now })
  if (order) await tx.query(PUT_OPERATION, { account, messageId, operationId: order.id })
  return order !== undefined
}

async function wakeOne(
  tx: Tx,
  account: string,
  news: PollMessage['news'],
  registrarId: string,
  now: Date,
): Promise<string | undefined> {
  if (news.kind === 'pending-action' && news.clTRID !== undefined) {
    const [row] = await tx.query(WAKE_PENDING, { clTRID: news.clTRID, isCarriedOut: news.carriedOut, now })
    return row?.id
  }
  if (news.kind === 'transfer' && news.transfer.reID === registrarId) {
    const [row] = await tx.query(WAKE_TRANSFER, { account, object: news.object.id.toLowerCase(), now })
    return row?.id
  }
  return undefined
}
