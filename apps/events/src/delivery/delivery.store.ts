import type { WebhookForm } from '@nameyard/contracts/events/webhooks/webhook'
import type { Right } from '@nameyard/contracts/operation'
import { sql, statement } from '@nameyard/persistence/statement'

/** An active webhook whose log has more events. */
export interface Behind {
  readonly id: number
  readonly account: number
  readonly types: readonly string[]
  readonly position: number
  readonly contactId: number
  readonly keyId: number | null
  readonly username: string
  readonly scope: readonly Right[]
  /** Deliveries that were not accepted yet. */
  readonly waiting: number
}

/** Reads the webhooks for which events wait in the log, and which have room for more deliveries. */
export const findBehind = statement<{ most: number }, Behind>(
  'delivery.find-behind',
  ({ most }) => sql`
    select webhook.id, account, types, position::float8 as position, contact_id as "contactId", key_id as "keyId", username,
      scope, waiting
    from webhook join account_log using (account)
    cross join lateral (
      select count(*)::integer as waiting from (
        select from webhook_delivery d where d.webhook = webhook.id and d.settled_at is null limit ${most}) as found) as queue
    where status = 'active' and position < last_sequence and waiting < ${most}`,
)

/** Locks an active webhook while its next events are taken; no row if it has stopped. */
export const lockActive = statement<{ id: number }, { position: number }>(
  'delivery.lock-webhook',
  ({ id }) => sql`
    select position::float8 as position from webhook where id = ${id} and status = 'active' for update`,
)

/** Takes events for delivery, and moves on in the log. The lists belong together. */
export const takeEvents = statement<{
  id: number
  events: readonly string[]
  sequences: readonly number[]
  types: readonly string[]
  objects: readonly string[]
  position: number
  now: Date
  giveUpAt: Date
}>(
  'delivery.take-events',
  (given) => sql`
    with moved as (
      update webhook set position = ${given.position} where id = ${given.id} returning id, account)
    insert into webhook_delivery (webhook, account, event, sequence, type, object, created_at, due_at, give_up_at)
    select id, account, event, sequence, type, object, ${given.now}, ${given.now}, ${given.giveUpAt}
    from moved, unnest(${given.events}::uuid[], ${given.sequences}::bigint[], ${given.types}::text[],
      ${given.objects}::text[]) as given (event, sequence, type, object)
    -- An account that goes back in the log gets the same delivery again.
    on conflict (webhook, sequence) where sequence is not null do update
      set due_at = excluded.due_at, give_up_at = excluded.give_up_at, settled_at = null, is_accepted = null, reason = '',
        attempts_before = webhook_delivery.attempts`,
)

/** A delivery that this process sends now, with its webhook and its event. */
export interface Claimed {
  readonly id: number
  readonly webhook: number
  readonly account: number
  /** The number of this attempt, from 1. */
  readonly attempt: number
  /** Attempts before its account sent it again. */
  readonly attemptsBefore: number
  readonly giveUpAt: Date
  readonly dueSince: Date
  readonly isFailing: boolean
  readonly form: WebhookForm
  readonly url: string
  readonly contactId: number
  readonly keyId: number | null
  readonly username: string
  readonly scope: readonly Right[]
  readonly secret: Buffer
  readonly secretId: string
  readonly formerSecret: Buffer | null
  readonly formerSecretId: string | null
  readonly formerSecretUntil: Date | null
  /** The key of a receiver of the legacy form, encrypted. */
  readonly bearer: Buffer | null
  readonly bearerId: string | null
  readonly event: string
  readonly type: string
  /** JSON text of a test event; null for an event of the log. */
  readonly body: string | null
  /** Null for a test event, and if the log does not have the event any more. */
  readonly sequence: number | null
  readonly version: number
  readonly object: string
  readonly domain: string | null
  readonly zone: string | null
  readonly happenedAt: Date
  readonly request: string
  readonly state: string
}

/**
 * Claims due deliveries for this process, until the lease ends. A webhook whose deliveries are accepted has so many at the
 * same time, one whose last one failed has one. So many are claimed for webhooks of each kind, so that those that fail
 * leave room for those that work.
 */
export const claimDeliveries = statement<
  { now: Date; leaseUntil: Date; each: number; working: number; failing: number; most: number },
  Claimed
>(
  'delivery.claim',
  ({ now, leaseUntil, each, working, failing, most }) => sql`
    with able as (
      select w.id, w.failing_since is not null as is_failing, queue.free
      from webhook w cross join lateral (
        select case when w.failing_since is null then ${each}::integer else 1 end - count(*)::integer as free
        from webhook_delivery d where d.webhook = w.id and d.settled_at is null and d.leased_until > ${now}) as queue
      where w.status = 'active' and queue.free > 0
        and case when w.failing_since is null then ${working}::integer else ${failing}::integer end > 0
        and exists (
          select from webhook_delivery d where d.webhook = w.id and d.settled_at is null and d.due_at <= ${now})
      order by random() limit ${most} for update of w skip locked),
    due as (
      select d.id, able.is_failing from able cross join lateral (
        select id, due_at from webhook_delivery
        where webhook = able.id and settled_at is null and due_at <= ${now}
        order by due_at limit able.free for update skip locked) as d),
    picked as (
      (select id from due where not is_failing limit ${working})
      union all
      (select id from due where is_failing limit ${failing})),
    claimed as (
      update webhook_delivery d set attempts = d.attempts + 1, leased_until = ${leaseUntil}, due_at = ${leaseUntil}
      from picked, webhook_delivery before
      where d.id = picked.id and before.id = d.id and d.settled_at is null and d.due_at <= ${now}
      returning d.*, before.due_at as due_since)
    select claimed.id::float8 as id, claimed.webhook, claimed.account, attempts as attempt,
      attempts_before as "attemptsBefore", give_up_at as "giveUpAt",
      due_since as "dueSince", failing_since is not null as "isFailing", form, url, contact_id as "contactId",
      key_id as "keyId", username, scope, secret, secret_id as "secretId", former_secret as "formerSecret",
      former_secret_id as "formerSecretId", former_secret_until as "formerSecretUntil", bearer,
      bearer_id as "bearerId", claimed.event, claimed.type, body,
      logged.sequence::float8 as sequence, logged.version, claimed.object, logged.domain, logged.zone,
      logged.happened_at as "happenedAt", logged.request, logged.state
    from claimed join webhook on webhook.id = claimed.webhook
    left join account_event logged on logged.account = claimed.account and logged.sequence = claimed.sequence`,
)

/** What an attempt led to. The delivery is settled unless it is tried again. */
export interface Outcome {
  readonly delivery: number
  readonly attempt: number
  readonly at: Date
  readonly url: string
  /** HTTP status; null without an answer. */
  readonly status: number | null
  readonly answer: string
  /** Why it was not accepted; empty if it was. */
  readonly problem: string
  readonly durationMs: number
  readonly isAccepted: boolean
  /** When it is tried again; null if it is not. */
  readonly dueAt: Date | null
  /** Why it is not tried again; empty if it was accepted or is tried again. */
  readonly reason: string
}

/**
 * Stores what attempts led to; the lists belong together. An attempt whose lease has passed to another process changes
 * nothing but the log of attempts. Returns for each of the others since when its webhook fails; null for one that works.
 */
export const storeOutcomes = statement<
  {
    deliveries: readonly number[]
    attempts: readonly number[]
    times: readonly string[]
    urls: readonly string[]
    statuses: readonly (number | null)[]
    answers: readonly string[]
    problems: readonly string[]
    durations: readonly number[]
    accepted: readonly boolean[]
    dues: readonly (string | null)[]
    reasons: readonly string[]
    now: Date
  },
  { delivery: number; failingSince: Date | null }
>(
  'delivery.store-outcomes',
  (given) => sql`
    with given as (
      select * from unnest(${given.deliveries}::bigint[], ${given.attempts}::integer[], ${given.times}::timestamptz[],
        ${given.urls}::text[], ${given.statuses}::integer[], ${given.answers}::text[], ${given.problems}::text[],
        ${given.durations}::integer[], ${given.accepted}::boolean[], ${given.dues}::timestamptz[], ${given.reasons}::text[])
        as given (delivery, number, at, url, status, answer, problem, duration_ms, is_accepted, due_at, reason)),
    -- Locked before their deliveries, as others do.
    locked as (
      select id from webhook where id in (
        select webhook from webhook_delivery where id = any(${given.deliveries}::bigint[]))
      order by id for update),
    told as (
      insert into webhook_attempt (delivery, number, at, url, status, answer, problem, duration_ms)
      select delivery, number, at, url, status, answer, problem, duration_ms from given on conflict do nothing),
    changed as (
      update webhook_delivery d set leased_until = null, due_at = coalesce(given.due_at, d.due_at),
        settled_at = case when given.due_at is null then ${given.now}::timestamptz end,
        is_accepted = case when given.due_at is null then given.is_accepted end, reason = given.reason
      from given, locked
      where d.id = given.delivery and d.attempts = given.number and d.settled_at is null and locked.id = d.webhook
      returning d.id, d.webhook, given.at, given.is_accepted),
    found as (
      select webhook, bool_or(is_accepted) as is_accepted, min(at) as at from changed group by webhook),
    marked as (
      update webhook set
        last_accepted_at = case when found.is_accepted then ${given.now}::timestamptz else last_accepted_at end,
        failing_since = case when found.is_accepted then null else coalesce(failing_since, found.at) end
      from found where webhook.id = found.webhook returning webhook.id, failing_since)
    select changed.id::float8 as delivery, failing_since as "failingSince"
    from changed join marked on marked.id = changed.webhook`,
)

/** Settles a delivery that must not be sent, with the reason. */
export const withholdDelivery = statement<{ id: number; reason: string; now: Date }>(
  'delivery.withhold',
  ({ id, reason, now }) => sql`
    update webhook_delivery set settled_at = ${now}, is_accepted = false, reason = ${reason}, leased_until = null
    where id = ${id} and settled_at is null`,
)

/** Lets other processes send deliveries at once: this one ends. */
export const releaseDeliveries = statement<{ ids: readonly number[]; now: Date }>(
  'delivery.release',
  ({ ids, now }) => sql`
    update webhook_delivery set leased_until = null, due_at = ${now}
    where id = any(${ids}::bigint[]) and settled_at is null`,
)

/** Gives back deliveries whose requests this process has not begun: they are claimed again from an instant on. */
export const giveBack = statement<{ ids: readonly number[]; dueAt: Date }>(
  'delivery.give-back',
  ({ ids, dueAt }) => sql`
    update webhook_delivery set leased_until = null, due_at = ${dueAt}, attempts = attempts - 1
    where id = any(${ids}::bigint[]) and settled_at is null`,
)

/** Ends deliveries of a webhook that were not accepted yet, with the reason. */
export const giveUp = statement<{ id: number; reason: string; now: Date }>(
  'delivery.give-up',
  ({ id, reason, now }) => sql`
    update webhook_delivery set settled_at = ${now}, is_accepted = false, reason = ${reason}, leased_until = null
    where webhook = ${id} and settled_at is null`,
)

/** Tries the deliveries of a webhook that goes on at once, and for as long as new ones. */
export const goOn = statement<{ id: number; now: Date; giveUpAt: Date }>(
  'delivery.go-on',
  ({ id, now, giveUpAt }) => sql`
    update webhook_delivery set due_at = ${now}, give_up_at = ${giveUpAt}, attempts_before = attempts
    where webhook = ${id} and settled_at is null and (leased_until is null or leased_until <= ${now})`,
)

/** The first event of the log that a webhook has not got and still waits for; null without one. */
export const findFirstWaiting = statement<{ id: number }, { sequence: number | null }>(
  'delivery.first-waiting',
  ({ id }) => sql`
    select min(sequence)::float8 as sequence from webhook_delivery where webhook = ${id} and settled_at is null`,
)

/** A delivery with its event and its attempts, for its account. */
export interface ListedDelivery {
  readonly id: number
  readonly event: string
  readonly type: string
  readonly object: string
  readonly placed: number | null
  readonly createdAt: Date
  readonly dueAt: Date
  readonly settledAt: Date | null
  readonly isAccepted: boolean | null
  readonly reason: string
  readonly attemptCount: number
  readonly body: string | null
  /** Null for a test event, and if the log does not have the event any more. */
  readonly sequence: number | null
  readonly version: number
  readonly happenedAt: Date
  readonly request: string
  readonly state: string
  readonly attempts: readonly {
    readonly at: string
    readonly url: string
    readonly status: number | null
    readonly answer: string
    readonly problem: string
    readonly duration_ms: number
  }[]
}

/** Reads deliveries of a webhook, newest first. A filter that is null names all. */
export const findDeliveries = statement<
  {
    id: number
    account: number
    status: string | null
    type: string | null
    event: string | null
    before: number | null
    limit: number
  },
  ListedDelivery
>(
  'delivery.list',
  (given) => sql`
    with page as (
      select * from webhook_delivery
      where webhook = ${given.id} and account = ${given.account} and id < coalesce(${given.before}::bigint, 9223372036854775807)
        and (${given.type}::text is null or type = ${given.type})
        and (${given.event}::text is null or event::text = lower(${given.event}::text))
        and (${given.status}::text is null or ${given.status}::text = case
          when settled_at is null then 'waiting' when is_accepted then 'accepted' else 'failed' end)
      order by id desc limit ${given.limit})
    select page.id::float8 as id, page.event, page.type, page.object, page.sequence::float8 as placed,
      page.created_at as "createdAt", page.due_at as "dueAt", page.settled_at as "settledAt",
      page.is_accepted as "isAccepted", page.reason, page.attempts as "attemptCount", page.body,
      logged.sequence::float8 as sequence, logged.version, logged.happened_at as "happenedAt", logged.request, logged.state,
      (select coalesce(jsonb_agg(to_jsonb(told) - 'number' order by told.number desc), '[]') from (
        select number, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, url, status, answer, problem,
          duration_ms
        from webhook_attempt where delivery = page.id order by number desc limit 30) as told) as attempts
    from page left join account_event logged on logged.account = page.account and logged.sequence = page.sequence
    order by page.id desc`,
)

/** Makes a delivery of a webhook due again; no row without one. `isGone`: the log does not have its event any more. */
export const resendDelivery = statement<
  { id: number; account: number; delivery: number; now: Date; giveUpAt: Date },
  { isGone: boolean }
>(
  'delivery.resend',
  ({ id, account, delivery, now, giveUpAt }) => sql`
    with found as (
      select d.id, d.body is null and not exists (
          select from account_event e where e.account = d.account and e.sequence = d.sequence) as is_gone
      from webhook_delivery d where d.id = ${delivery} and d.webhook = ${id} and d.account = ${account} for update),
    changed as (
      update webhook_delivery d set due_at = ${now}, give_up_at = ${giveUpAt}, settled_at = null, is_accepted = null, reason = '',
        attempts_before = attempts
      from found where d.id = found.id and not is_gone and (d.leased_until is null or d.leased_until <= ${now}))
    select is_gone as "isGone" from found`,
)

/** How many deliveries of active webhooks wait, and since when the oldest one is due of those whose webhook works. */
export const countWaiting = statement<{ now: Date }, { waiting: number; since: Date | null }>(
  'delivery.count-waiting',
  ({ now }) => sql`
    select count(*)::integer as waiting,
      min(d.due_at) filter (where w.failing_since is null and d.due_at <= ${now}) as since
    from webhook w join webhook_delivery d on d.webhook = w.id and d.settled_at is null where w.status = 'active'`,
)

/** How many webhooks there are in each state. Those that their accounts have paused, and those that ended, are left out. */
export const countWebhooksByState = statement<object, { state: string; webhooks: number }>(
  'delivery.count-webhooks',
  () => sql`
    select state, count(webhook.id)::integer as webhooks from unnest(array['working', 'failing', 'paused']) as given (state)
    left join webhook on state = case
      when status = 'active' then case when failing_since is null then 'working' else 'failing' end
      when status = 'paused' and status_reason <> '' then 'paused' end
    group by state`,
)
