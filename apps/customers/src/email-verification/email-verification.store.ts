import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'

/** Whether an address is read by whoever the registrant says it is; one for each address of an account. */
export interface EmailVerification {
  readonly id: number
  readonly reseller_id: number
  /** In lower case: an address is one however it is spelled. */
  readonly address: string
  readonly email: string
  /** The customer it was started for. */
  readonly handle: string
  readonly language: string
  readonly tag: string
  readonly status: 'not verified' | 'in progress' | 'verified' | 'failed'
  readonly failure: 'expired' | 'bounced' | null
  /** The domains of the address are suspended; set when the deadline passes, lifted when it is verified. */
  readonly is_suspended: boolean
  /** Number in the newest link; null when no link works. */
  readonly link_nonce: Buffer | null
  readonly started_at: Date
  readonly deadline_at: Date
  readonly verified_at: Date | null
}

/** A domain whose registrant has the address. */
export interface VerifiedDomain {
  readonly verification_id: number
  readonly domain_id: number
  /** Whole name in A-labels and lower case. */
  readonly domain: string
  /** The registrant. */
  readonly handle: string
}

const text = { type: 'text' } as const

export const emailVerificationSchema = new EntitySchema<EmailVerification>({
  name: 'email_verification',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    reseller_id: {
      type: 'integer',
      foreignKey: { target: 'reseller', inverseSide: 'id', name: 'email_verification_reseller' },
    },
    address: text,
    email: text,
    handle: text,
    language: text,
    tag: text,
    status: text,
    failure: { ...text, nullable: true },
    is_suspended: { type: 'boolean', default: false },
    link_nonce: { type: 'bytea', nullable: true },
    started_at: { type: 'timestamptz' },
    deadline_at: { type: 'timestamptz' },
    verified_at: { type: 'timestamptz', nullable: true },
  },
  uniques: [{ name: 'email_verification_address', columns: ['reseller_id', 'address'] }],
  checks: [
    {
      name: 'email_verification_status',
      expression: `status in ('not verified', 'in progress', 'verified', 'failed')`,
    },
    { name: 'email_verification_failure', expression: `failure in ('expired', 'bounced')` },
    { name: 'email_verification_reason', expression: `(status = 'failed') = (failure is not null)` },
  ],
  indices: [
    { name: 'email_verification_handle', columns: ['handle'] },
    {
      name: 'email_verification_deadline',
      columns: ['deadline_at'],
      where: `status = 'in progress' or (status = 'failed' and not is_suspended)`,
    },
  ],
})

export const verifiedDomainSchema = new EntitySchema<VerifiedDomain>({
  name: 'email_verification_domain',
  columns: {
    verification_id: {
      type: 'integer',
      primary: true,
      foreignKey: {
        target: 'email_verification',
        inverseSide: 'id',
        name: 'email_verification_domain_verification',
      },
    },
    domain_id: { type: 'integer', primary: true },
    domain: text,
    handle: text,
  },
  indices: [
    { name: 'email_verification_domain_id', columns: ['domain_id'] },
    { name: 'email_verification_domain_name', columns: ['domain'] },
    { name: 'email_verification_domain_handle', columns: ['handle'] },
  ],
})

/** An address is one however it is spelled. */
export function addressOf(email: string): string {
  return email.trim().toLowerCase()
}

/** account, address → handles of the customers who have it */
export const findHandlesOfAddress = statement(
  'email_verification.handles',
  'select handle from customer where reseller_id = $1 and lower(email) = $2 and deleted_at is null order by handle',
)

/**
 * account, address, email, handle, language, tag, nonce, now, deadline → id, or nothing while the address is verified
 * or its verification runs
 */
export const startVerification = statement(
  'email_verification.start',
  `insert into email_verification as known
     (reseller_id, address, email, handle, language, tag, link_nonce, started_at, deadline_at, status)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'in progress')
   on conflict on constraint email_verification_address do update
     set email = $3, handle = $4, language = $5, tag = $6, link_nonce = $7, started_at = $8, deadline_at = $9,
       status = 'in progress', failure = null, is_suspended = known.is_suspended or known.status = 'in progress'
     where known.status in ('not verified', 'failed') or (known.status = 'in progress' and known.deadline_at <= $8)
   returning id`,
)

/** account, address, handle or null, language or null, tag or null, nonce, now, deadline → id, unless it is verified */
export const restartVerification = statement(
  'email_verification.restart',
  `update email_verification
   set handle = coalesce($3, handle), language = coalesce($4, language), tag = coalesce($5, tag), link_nonce = $6,
     started_at = $7, deadline_at = $8, status = 'in progress', failure = null,
     is_suspended = is_suspended or (status = 'in progress' and deadline_at <= $7)
   where reseller_id = $1 and address = $2 and status <> 'verified'
   returning id`,
)

/** account, address → its status */
export const findStatus = statement(
  'email_verification.status',
  'select status from email_verification where reseller_id = $1 and address = $2',
)

/** verification, domain numbers, names and registrants in the same order; what is not among them is dropped */
export const replaceDomains = statement(
  'email_verification.replace_domains',
  `with dropped as (
     delete from email_verification_domain where verification_id = $1 and domain_id <> all($2::integer[]))
   insert into email_verification_domain (verification_id, domain_id, domain, handle)
   select $1, * from unnest($2::integer[], $3::text[], $4::text[])
   on conflict (verification_id, domain_id) do update set domain = excluded.domain, handle = excluded.handle`,
)

/** verification, nonce, now → what its link is for, while the link works */
export const findByLink = statement(
  'email_verification.by_link',
  `select id, email, language, link_nonce, deadline_at from email_verification
   where id = $1 and link_nonce = $2 and deadline_at > $3`,
)

/** verification, nonce, now → what was verified; a link works once */
export const confirmByLink = statement(
  'email_verification.confirm',
  `update email_verification
   set status = 'verified', failure = null, is_suspended = false, link_nonce = null, verified_at = $3
   where id = $1 and link_nonce = $2 and deadline_at > $3 and status <> 'verified'
   returning email, language`,
)

/** verification, nonce: nobody reads the address; its deadline stays */
export const markBounced = statement(
  'email_verification.bounced',
  `update email_verification set status = 'failed', failure = 'bounced'
   where id = $1 and link_nonce = $2 and status = 'in progress'`,
)

/** now, how many → those whose deadline has passed, suspended by this; two who ask at once get different ones */
export const lapse = statement(
  'email_verification.lapse',
  `update email_verification
   set status = 'failed', failure = coalesce(failure, 'expired'), is_suspended = true, link_nonce = null
   where id in (
     select id from email_verification
     where deadline_at <= $1 and (status = 'in progress' or (status = 'failed' and not is_suspended))
     order by deadline_at limit $2 for update skip locked)
   returning id`,
)
