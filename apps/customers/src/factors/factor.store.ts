import { sql, statement } from '@nameyard/persistence/statement'

/** An app with one-time codes, as it is stored. */
export interface StoredTotp {
  readonly id: number
  readonly sealed: Buffer
  readonly secretId: string
}

/** Reads the apps of a contact: those that count, or the one that waits for its first code. */
export const findTotp = statement<{ contactId: number; id: number | null; startedAfter: Date }, StoredTotp>(
  'factor.totp',
  ({ contactId, id, startedAfter }) => sql`
    select id, sealed, secret_id as "secretId" from factor
    where contact_id = ${contactId} and kind = 'totp'
      and case when ${id}::integer is null then confirmed_at is not null
        else id = ${id} and confirmed_at is null and created_at > ${startedAfter} end
    order by id`,
)

/** Uses up a time step of an app. Returns nothing when a code of it or of a later step was used before. */
export const useStep = statement<{ id: number; step: number; now: Date }, { id: number }>(
  'factor.use_step',
  ({ id, step, now }) => sql`
    update factor set last_step = ${step}, last_used_at = ${now}
    where id = ${id} and confirmed_at is not null and last_step < ${step} returning id`,
)

/** Uses up a recovery code or login code. Returns nothing when there is none. */
export const useRecoveryCode = statement<{ contactId: number; hash: Buffer; now: Date }, { contactId: number }>(
  'recovery_code.use',
  ({ contactId, hash, now }) => sql`
    delete from recovery_code
    where hash = ${hash} and contact_id = ${contactId} and (expires_at is null or expires_at > ${now})
    returning contact_id as "contactId"`,
)
