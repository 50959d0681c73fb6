import type { WebhookForm, WebhookStatus } from '@nameyard/contracts/events/webhooks/webhook'
import type { Right } from '@nameyard/contracts/operation'
import { raw, sql, statement, type Sql } from '@nameyard/persistence/statement'

/** With whose rights a webhook reads: a contact, or one of its API keys. */
export interface Creator {
  readonly contactId: number
  /** Null for a login. */
  readonly keyId: number | null
  readonly username: string
  /** Rights of the login or key that was used; those of a login stay as they were. */
  readonly scope: readonly Right[]
}

/** A webhook without its secrets. */
export interface Webhook extends Creator {
  readonly id: number
  readonly account: number
  readonly form: WebhookForm
  readonly url: string
  readonly types: string[]
  readonly description: string
  readonly status: WebhookStatus
  readonly statusReason: string
  readonly statusAt: Date
  /** Number of the last event that was taken for delivery, or was not for it. */
  readonly position: number
  readonly secretRotatedAt: Date | null
  readonly formerSecretUntil: Date | null
  readonly lastAcceptedAt: Date | null
  readonly failingSince: Date | null
  readonly createdAt: Date
  /** Deliveries that will be tried again. */
  readonly waiting: number
}

/** The columns of a webhook, with the fields of {@link Webhook}. */
const columns: Sql = sql`
  ${raw('webhook')}.id, account, form, url, types, description, contact_id as "contactId", key_id as "keyId", username, scope,
  status, status_reason as "statusReason", status_at as "statusAt", position::float8 as position,
  secret_rotated_at as "secretRotatedAt", former_secret_until as "formerSecretUntil",
  last_accepted_at as "lastAcceptedAt", failing_since as "failingSince", created_at as "createdAt",
  (select count(*) from webhook_delivery where webhook_delivery.webhook = webhook.id and settled_at is null)::integer
    as waiting`

/** A secret of a webhook, encrypted. */
export interface StoredSecret {
  readonly secret: Buffer
  readonly secretId: string
}

/** Reads the webhooks of an account, newest first. */
export const findWebhooks = statement<{ account: number }, Webhook>(
  'webhook.of-account',
  ({ account }) => sql`select ${columns} from webhook where account = ${account} order by id desc`,
)

export const findWebhook = statement<{ account: number; id: number }, Webhook>(
  'webhook.get',
  ({ account, id }) => sql`select ${columns} from webhook where account = ${account} and id = ${id}`,
)

/** Locks a webhook of an account. */
export const lockWebhook = statement<{ account: number; id: number }, Webhook>(
  'webhook.lock',
  ({ account, id }) => sql`select ${columns} from webhook where account = ${account} and id = ${id} for update`,
)

/** Locks an account while it gets a webhook, so that two requests cannot pass its limit; returns how many it has. */
export const lockAccount = statement<{ account: number }>(
  'webhook.lock-account',
  ({ account }) => sql`select pg_advisory_xact_lock(hashtext('nameyard webhooks'), ${account}::integer)`,
)

export const countWebhooks = statement<{ account: number }, { webhooks: number }>(
  'webhook.count',
  ({ account }) => sql`select count(*)::integer as webhooks from webhook where account = ${account}`,
)

/** The secrets of a webhook of the legacy form, encrypted. Its secret may be an empty text. */
export interface StoredLegacySecrets extends StoredSecret {
  readonly bearer: Buffer
  readonly bearerId: string
}

/** Locks the webhook of the notification settings of an account. */
export const lockLegacy = statement<{ account: number }, Pick<Webhook, 'id' | 'status'>>(
  'webhook.lock-legacy',
  ({ account }) => sql`
    select id, status from webhook where account = ${account} and form = 'legacy' for update`,
)

/** Reads the webhook of the notification settings with its secrets. */
export const findLegacySecrets = statement<{ account: number }, StoredLegacySecrets & { host: string }>(
  'webhook.find-legacy-secrets',
  ({ account }) => sql`
    select url as host, secret, secret_id as "secretId", bearer, bearer_id as "bearerId" from webhook
    where account = ${account} and form = 'legacy'`,
)

/** Reads whether the webhook of the notification settings is active, and its address. */
export const findLegacy = statement<{ account: number }, { isEnabled: boolean; host: string }>(
  'webhook.find-legacy',
  ({ account }) => sql`
    select status = 'active' as "isEnabled", url as host from webhook where account = ${account} and form = 'legacy'`,
)

/** Stores or replaces the webhook of the notification settings: active, from the next event of the account on. */
export const storeLegacy = statement<
  Creator & StoredLegacySecrets & { account: number; url: string; types: readonly string[]; now: Date },
  { id: number }
>(
  'webhook.store-legacy',
  (given) => sql`
    insert into webhook (account, form, url, types, description, contact_id, key_id, username, scope, status, status_at,
      position, secret, secret_id, bearer, bearer_id, created_at)
    values (${given.account}, 'legacy', ${given.url}, ${given.types}, '', ${given.contactId}, ${given.keyId},
      ${given.username}, ${given.scope}, 'active', ${given.now},
      coalesce((select last_sequence from account_log where account = ${given.account}), 0), ${given.secret},
      ${given.secretId}, ${given.bearer}, ${given.bearerId}, ${given.now})
    on conflict (account) where form = 'legacy' do update
      set url = excluded.url, contact_id = excluded.contact_id, key_id = excluded.key_id, username = excluded.username,
        scope = excluded.scope, status = 'active', status_reason = '', failing_since = null,
        status_at = case when webhook.status = 'active' then webhook.status_at else excluded.status_at end,
        position = case when webhook.status = 'active' then webhook.position else excluded.position end,
        secret = excluded.secret, secret_id = excluded.secret_id, bearer = excluded.bearer,
        bearer_id = excluded.bearer_id
    returning id`,
)

/** Pauses a webhook in the name of its account. */
export const pauseWebhook = statement<{ id: number; now: Date }>(
  'webhook.pause',
  ({ id, now }) => sql`
    update webhook set status = 'paused', status_reason = '', status_at = ${now} where id = ${id} and status = 'active'`,
)

/** Stores a webhook that begins with the next event of its account. */
export const insertWebhook = statement<
  Creator &
    StoredSecret & {
      account: number
      url: string
      types: readonly string[]
      description: string
      now: Date
    },
  Webhook
>(
  'webhook.insert',
  (given) => sql`
    insert into webhook (account, url, types, description, contact_id, key_id, username, scope, status, status_at,
      position, secret, secret_id, created_at)
    values (${given.account}, ${given.url}, ${given.types}, ${given.description}, ${given.contactId}, ${given.keyId},
      ${given.username}, ${given.scope}, 'active', ${given.now},
      coalesce((select last_sequence from account_log where account = ${given.account}), 0), ${given.secret},
      ${given.secretId}, ${given.now})
    returning ${columns}`,
)

/** Changes what its account can change of a webhook. */
export const changeWebhook = statement<
  Creator & {
    id: number
    url: string
    types: readonly string[]
    description: string
    status: WebhookStatus
    statusReason: string
    statusAt: Date
    position: number
    failingSince: Date | null
  },
  Webhook
>(
  'webhook.change',
  (given) => sql`
    update webhook set url = ${given.url}, types = ${given.types}, description = ${given.description},
      contact_id = ${given.contactId}, key_id = ${given.keyId}, username = ${given.username}, scope = ${given.scope},
      status = ${given.status}, status_reason = ${given.statusReason}, status_at = ${given.statusAt},
      position = ${given.position}, failing_since = ${given.failingSince}
    where id = ${given.id} returning ${columns}`,
)

export const removeWebhook = statement<{ id: number }>(
  'webhook.delete',
  ({ id }) => sql`delete from webhook where id = ${id}`,
)

/** Replaces the secret of a webhook; the one before signs too until an instant, or not at all (null). */
export const replaceSecret = statement<StoredSecret & { id: number; now: Date; formerUntil: Date | null }>(
  'webhook.replace-secret',
  (given) => sql`
    update webhook set secret = ${given.secret}, secret_id = ${given.secretId}, secret_rotated_at = ${given.now},
      former_secret = case when ${given.formerUntil}::timestamptz is null then null else secret end,
      former_secret_id = case when ${given.formerUntil}::timestamptz is null then null else secret_id end,
      former_secret_until = ${given.formerUntil}
    where id = ${given.id}`,
)

/** Pauses or ends an active webhook; no row if it is not active, or not one of the given creator (null: of any). */
export const stopWebhook = statement<
  { id: number; status: WebhookStatus; reason: string; contactId: number | null; keyId: number | null; now: Date },
  Webhook
>(
  'webhook.stop',
  (given) => sql`
    update webhook set status = ${given.status}, status_reason = ${given.reason}, status_at = ${given.now}
    where id = ${given.id} and status = 'active' and (${given.contactId}::integer is null
      or (contact_id = ${given.contactId} and key_id is not distinct from ${given.keyId}::integer))
    returning ${columns}`,
)

/** Reads the ends of the log of an account: the first event that is kept, and the last one. */
export const findEnds = statement<{ account: number }, { oldest: number | null; newest: number | null }>(
  'webhook.ends-of-log',
  ({ account }) => sql`
    select (select min(sequence) from account_event where account = ${account})::float8 as oldest,
      (select last_sequence from account_log where account = ${account})::float8 as newest`,
)
