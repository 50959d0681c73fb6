import { raw, sql, statement } from '@nameyard/persistence/statement'

/** Whose calls a person approves: an API key, or the access of an assistant. The other one is null. */
export interface Asker {
  readonly keyId: number | null
  readonly assistantId: number | null
}

export type ApprovalState = 'pending' | 'approved' | 'refused' | 'used'

/** A call of an API key or an assistant that a person must approve. */
export interface StoredApproval {
  readonly id: number
  /** Null: of an assistant. */
  readonly keyId: number | null
  /** Id of the session of the assistant; null: of an API key. */
  readonly sessionId: string | null
  /** Of the key, or of the program of the assistant. */
  readonly name: string
  readonly operation: string
  readonly price: number | null
  readonly currency: string | null
  readonly state: ApprovalState
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const lockKey = statement<{ keyId: number }, { id: number }>(
  'approval.lock_key',
  ({ keyId }) => sql`select id from api_key where id = ${keyId} for no key update`,
)

export const lockAssistant = statement<{ assistantId: number }, { id: number }>(
  'approval.lock_assistant',
  ({ assistantId }) => sql`
    select assistant_id as id from token where assistant_id = ${assistantId} for no key update`,
)

/** Reads the calls of a key or an assistant that wait for a person. */
export const findPending = statement<
  Asker & { now: Date },
  { id: number; operation: string; fingerprint: string; expiresAt: Date }
>(
  'approval.pending',
  ({ keyId, assistantId, now }) => sql`
    select id, operation, fingerprint, expires_at as "expiresAt" from approval
    where (key_id = ${keyId} or assistant_id = ${assistantId}) and state = 'pending' and expires_at > ${now} order by id desc`,
)

export const insertApproval = statement<
  Asker & {
    operation: string
    fingerprint: string
    given: string
    price: number | null
    currency: string | null
    now: Date
    expiresAt: Date
  },
  { id: number }
>(
  'approval.insert',
  (given) => sql`
    insert into approval (key_id, assistant_id, operation, fingerprint, arguments, price, currency, state, created_at,
      expires_at)
    values (${given.keyId}, ${given.assistantId}, ${given.operation}, ${given.fingerprint}, ${given.given}::jsonb, ${given.price}::float8,
      ${given.currency}, 'pending', ${given.now}, ${given.expiresAt})
    returning id`,
)

/**
 * Uses an approval up for a call of the key or assistant that asked for it. The same Idempotency-Key may use it again, because the
 * service carries such a call out once. Returns nothing where it cannot be used.
 */
export const useUp = statement<
  Asker & {
    id: number
    operation: string
    fingerprints: readonly string[]
    repeatKey: string | null
    now: Date
  },
  { before: ApprovalState }
>(
  'approval.use',
  (given) => sql`
    update approval set state = 'used', used_with = ${given.repeatKey}
    from (select id, state from approval where id = ${given.id} for update) as before
    where approval.id = before.id and (key_id = ${given.keyId} or assistant_id = ${given.assistantId})
      and operation = ${given.operation} and fingerprint = any(${given.fingerprints}::text[]) and expires_at > ${given.now}
      and (before.state = 'approved' or (before.state = 'used' and used_with = ${given.repeatKey}))
    returning before.state as before`,
)

/** Reads why an approval of a key or an assistant cannot be used. */
export const findOfAsker = statement<
  Asker & { id: number },
  { operation: string; fingerprint: string; state: ApprovalState; expiresAt: Date }
>(
  'approval.of_asker',
  ({ id, keyId, assistantId }) => sql`
    select operation, fingerprint, state, expires_at as "expiresAt" from approval
    where id = ${id} and (key_id = ${keyId} or assistant_id = ${assistantId})`,
)

/** Approvals with their key or assistant, and the contact in whose name it acts. */
export const withAsker = raw(`approval left join api_key on api_key.id = key_id
      left join token on token.assistant_id = approval.assistant_id
      join contact on contact.id = coalesce(api_key.contact_id, token.contact_id)`)

/** The columns of the key or assistant. */
export const askerColumns = raw(`key_id as "keyId", left(encode(token.hash, 'hex'), 12) as "sessionId",
      coalesce(api_key.name, token.client_name) as name`)

/** Reads a page of the approvals of an account, newest first; one row without an approval beyond them. */
export const findApprovals = statement<
  { resellerId: number; limit: number; offset: number },
  { readonly total: number } & (StoredApproval | { readonly id: null })
>(
  'approval.of_account',
  ({ resellerId, limit, offset }) => sql`
    with own as (
      select approval.id, ${askerColumns}, operation, price, currency, approval.state, approval.created_at,
        approval.expires_at
      from ${withAsker}
      where reseller_id = ${resellerId} and deleted_at is null),
    page as (select * from own order by id desc limit ${limit} offset ${offset})
    select (select count(*) from own)::integer as total, id, "keyId", "sessionId", name, operation,
      price::float8 as price, currency, state, created_at as "createdAt", expires_at as "expiresAt"
    from (select) as always left join page on true order by id desc`,
)

/** Reads an approval of an account with its arguments. */
export const findApproval = statement<
  { resellerId: number; id: number },
  StoredApproval & { readonly given: Record<string, unknown> }
>(
  'approval.get',
  ({ resellerId, id }) => sql`
    select approval.id, ${askerColumns}, operation, arguments as given, price::float8 as price, currency, approval.state,
      approval.created_at as "createdAt", approval.expires_at as "expiresAt"
    from ${withAsker}
    where approval.id = ${id} and reseller_id = ${resellerId} and deleted_at is null`,
)

/** Decides an approval that has one of the states and has not expired. Returns nothing where that is not so. */
export const decide = statement<
  { resellerId: number; id: number; from: readonly ApprovalState[]; to: ApprovalState; now: Date },
  Asker & { operation: string }
>(
  'approval.decide',
  ({ resellerId, id, from, to, now }) => sql`
    update approval set state = ${to}
    where id = ${id} and state = any(${from}::text[]) and expires_at > ${now} and id in (
      select approval.id from ${withAsker}
      where approval.id = ${id} and reseller_id = ${resellerId} and deleted_at is null)
    returning operation, key_id as "keyId", assistant_id as "assistantId"`,
)
