import { sql, statement, type Placeholder } from '@nameyard/persistence/statement'

interface Broadcast {
  readonly id: string
  readonly type: string
  readonly version: number
  readonly object: string
  readonly at: string
  readonly request: string
  readonly state: string
  readonly accounts: readonly number[] | null
  readonly previous: string | null
  readonly previousAt: string | null
  readonly now: Date
}

/** Stores a broadcast; one that was delivered before stays as it is. */
export const insertBroadcast = statement<Broadcast>(
  'broadcasts.insert',
  (given) => sql`
    insert into broadcast (id, type, version, object, happened_at, request, state, accounts, previous, previous_at,
      arrived_at)
    values (${given.id}, ${given.type}, ${given.version}, ${given.object}, ${given.at}, ${given.request},
      ${given.state}, ${given.accounts}::integer[], ${given.previous}, ${given.previousAt}, ${given.now})
    on conflict do nothing`,
)

/** Whether a broadcast need not wait for the one of its object before it: there is none, it has ended, or it is not kept. */
const isReady = (keptSince: Placeholder) => sql`
  (b.previous is null or b.previous_at < ${keptSince}
    or exists (select from broadcast p where p.id = b.previous and p.ended_at is not null))`

/** When the oldest broadcast arrived that can go on; no row without one. */
export const findOldestBroadcast = statement<{ keptSince: Date }, { arrivedAt: Date }>(
  'broadcasts.oldest',
  ({ keptSince }) => sql`
    select arrived_at as "arrivedAt" from broadcast b where ended_at is null and ${isReady(keptSince)}
    order by place limit 1`,
)

/** When the oldest broadcast arrived that has not ended, also one that waits for another; no row without one. */
export const findOldestUntold = statement<void, { arrivedAt: Date }>(
  'broadcasts.oldest-untold',
  () => sql`select arrived_at as "arrivedAt" from broadcast where ended_at is null order by place limit 1`,
)

/**
 * Makes events of the next accounts of the oldest broadcast that can go on. They arrive in the log like all others, and
 * behind those of the broadcast before. Returns no row when no broadcast waits. An account has a log since it was opened:
 * one that is opened later gets no event of what was said before.
 */
export const tellAccounts = statement<{ limit: number; keptSince: Date; now: Date }, { told: number }>(
  'broadcasts.tell',
  ({ limit, keptSince, now }) => sql`
    with next as (
      select * from broadcast b where ended_at is null and ${isReady(keptSince)} order by place limit 1 for update),
    page as (
      select log.account from account_log log, next
      where log.account > next.told_up_to and (next.accounts is null or log.account = any(next.accounts))
      order by log.account limit ${limit}),
    told as (
      insert into arrival (id, account, type, version, object, happened_at, request, state, arrived_at)
      select gen_random_uuid(), account, type, version, object, happened_at, request, state, ${now}::timestamptz
      from page, next order by account
      returning account)
    update broadcast set told_up_to = coalesce((select max(account) from told), broadcast.told_up_to),
      ended_at = case when (select count(*) from told) < ${limit} then ${now}::timestamptz end
    from next where broadcast.id = next.id
    returning (select count(*)::integer from told) as told`,
)
