import { sql, statement } from '@nameyard/persistence/statement'

/** Stores a test event of an active webhook. */
export const insertTest = statement<
  { id: number; account: number; event: string; type: string; object: string; body: string; now: Date; giveUpAt: Date },
  { id: number }
>(
  'delivery.insert-test',
  (given) => sql`
    insert into webhook_delivery (webhook, account, event, type, object, body, created_at, due_at, give_up_at)
    values (${given.id}, ${given.account}, ${given.event}, ${given.type}, ${given.object}, ${given.body}, ${given.now},
      ${given.now}, ${given.giveUpAt})
    returning id::float8 as id`,
)

/** Stores the test request of a new address, which was answered already. */
export const insertTold = statement<{
  id: number
  account: number
  event: string
  type: string
  body: string
  at: Date
  url: string
  status: number | null
  answer: string
  durationMs: number
  now: Date
}>(
  'delivery.insert-told',
  (given) => sql`
    with told as (
      insert into webhook_delivery (webhook, account, event, type, object, body, created_at, due_at, attempts, give_up_at,
        settled_at, is_accepted)
      values (${given.id}, ${given.account}, ${given.event}, ${given.type}, 'webhooks/' || ${given.id}::integer,
        ${given.body}, ${given.at}, ${given.at}, 1, ${given.at}, ${given.now}, true)
      returning id)
    insert into webhook_attempt (delivery, number, at, url, status, answer, problem, duration_ms)
    select id, 1, ${given.at}, ${given.url}, ${given.status}, ${given.answer}, '', ${given.durationMs} from told`,
)

export const countTests = statement<{ id: number }, { tests: number }>(
  'delivery.count-tests',
  ({ id }) => sql`
    select count(*)::integer as tests from webhook_delivery
    where webhook = ${id} and settled_at is null and sequence is null`,
)
