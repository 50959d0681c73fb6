import { sql, statement } from '@nameyard/persistence/statement'

export type ApprovalState = 'pending' | 'approved' | 'refused' | 'used'

/** A call of an API key that a person must approve. */
export interface StoredApproval {
  readonly id: number
  readonly keyId: number
  readonly keyName: string
  readonly operation: string
  readonly price: number | null
  readonly currency: string | null
  readonly state: ApprovalState
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Locks a key, so that the approvals that it waits for are counted one request after the other. */
export const lockKeyOfCall = statement<{ keyId: number }, { id: number }>(
  'approval.lock_key',
  ({ keyId }) => sql`select id from api_key where id = ${keyId} for no key update`,
)

/** Reads the calls of a key that wait for a person. */
export const findPending = statement<
  { keyId: number; now: Date },
  { id: number; operation: string; fingerprint: string; expiresAt: Date }
>(
  'approval.pending',
  ({ keyId, now }) => sql`
    select id, operation, fingerprint, expires_at as "expiresAt" from approval
    where key_id = ${keyId} and state = 'pending' and expires_at > ${now} order by id desc`,
)

export const insertApproval = statement<
  {
    keyId: number
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
    insert into approval (key_id, operation, fingerprint, arguments, price, currency, state, created_at, expires_at)
    values (${given.keyId}, ${given.operation}, ${given.fingerprint}, ${given.given}::jsonb, ${given.price}::float8,
      ${given.currency}, 'pending', ${given.now}, ${given.expiresAt})
    returning id`,
)

/**
 * Uses an approval up for a call of the key that asked for it. The same Idempotency-Key may use it again, because the
 * service carries such a call out once. Returns nothing where it cannot be used.
 */
export const useUp = statement<
  {
    id: number
    keyId: number
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
    where approval.id = before.id and key_id = ${given.keyId} and operation = ${given.operation}
      and fingerprint = any(${given.fingerprints}::text[]) and expires_at > ${given.now}
      and (before.state = 'approved' or (before.state = 'used' and used_with = ${given.repeatKey}))
    returning before.state as before`,
)

/** Reads why an approval of a key cannot be used. */
export const findOfKey = statement<
  { id: number; keyId: number },
  { operation: string; fingerprint: string; state: ApprovalState; expiresAt: Date }
>(
  'approval.of_key',
  ({ id, keyId }) => sql`
    select operation, fingerprint, state, expires_at as "expiresAt" from approval
    where id = ${id} and key_id = ${keyId}`,
)

/** Reads a page of the approvals of an account, newest first; one row without an approval beyond them. */
export const findApprovals = statement<
  { resellerId: number; limit: number; offset: number },
  { readonly total: number } & (StoredApproval | { readonly id: null })
>(
  'approval.of_account',
  ({ resellerId, limit, offset }) => sql`
    with own as (
      select approval.*, api_key.name as key_name
      from approval join api_key on api_key.id = key_id join contact on contact.id = contact_id
      where reseller_id = ${resellerId} and deleted_at is null),
    page as (select * from own order by id desc limit ${limit} offset ${offset})
    select (select count(*) from own)::integer as total, id, key_id as "keyId", key_name as "keyName", operation,
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
    select approval.id, key_id as "keyId", api_key.name as "keyName", operation, arguments as given,
      price::float8 as price, currency, approval.state, approval.created_at as "createdAt", approval.expires_at as "expiresAt"
    from approval join api_key on api_key.id = key_id join contact on contact.id = contact_id
    where approval.id = ${id} and reseller_id = ${resellerId} and deleted_at is null`,
)

/** Decides an approval that has one of the states and has not expired. Returns nothing where that is not so. */
export const decide = statement<
  { resellerId: number; id: number; from: readonly ApprovalState[]; to: ApprovalState; now: Date },
  { operation: string; keyId: number }
>(
  'approval.decide',
  ({ resellerId, id, from, to, now }) => sql`
    update approval set state = ${to}
    where id = ${id} and state = any(${from}::text[]) and expires_at > ${now} and key_id in (
      select api_key.id from api_key join contact on contact.id = contact_id
      where reseller_id = ${resellerId} and deleted_at is null)
    returning operation, key_id as "keyId"`,
)
