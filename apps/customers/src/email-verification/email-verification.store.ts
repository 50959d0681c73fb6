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
  /** Begins with the first mail: an address nobody has written to has none. */
  readonly deadline_at: Date | null
  readonly verified_at: Date | null
  /** Mails that were asked for since the moment beside it. */
  readonly mails: number
  readonly mails_since: Date | null
}

/** A domain whose registrant has the address. */
export interface VerifiedDomain {
  readonly domain_id: number
  /** The address; null when the account holds the domain no more, whose version stays. */
  readonly verification_id: number | null
  /** Whole name in A-labels and lower case. */
  readonly domain: string
  /** The registrant. */
  readonly handle: string
  /** Of the domain, as its service counts: what is older changes nothing. */
  readonly version: number
  /** What the service that owns the domain was told last. */
  readonly is_suspended: boolean
  /** How often it was told. */
  readonly suspension_version: number
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
    deadline_at: { type: 'timestamptz', nullable: true },
    verified_at: { type: 'timestamptz', nullable: true },
    mails: { type: 'integer' },
    mails_since: { type: 'timestamptz', nullable: true },
  },
  uniques: [{ name: 'email_verification_address', columns: ['reseller_id', 'address'] }],
  checks: [
    {
      name: 'email_verification_status',
      expression: `status in ('not verified', 'in progress', 'verified', 'failed')`,
    },
    { name: 'email_verification_failure', expression: `failure in ('expired', 'bounced')` },
    { name: 'email_verification_reason', expression: `(status = 'failed') = (failure is not null)` },
    { name: 'email_verification_begun', expression: `(status = 'not verified') = (deadline_at is null)` },
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
    domain_id: { type: 'integer', primary: true },
    verification_id: {
      type: 'integer',
      nullable: true,
      foreignKey: {
        target: 'email_verification',
        inverseSide: 'id',
        name: 'email_verification_domain_verification',
      },
    },
    domain: text,
    handle: text,
    version: { type: 'integer' },
    is_suspended: { type: 'boolean' },
    suspension_version: { type: 'integer' },
  },
  indices: [
    { name: 'email_verification_domain_verification_id', columns: ['verification_id', 'domain_id'] },
    { name: 'email_verification_domain_name', columns: ['domain'] },
    { name: 'email_verification_domain_handle', columns: ['handle'] },
  ],
})

/** An address is one however it is spelled. */
export function addressOf(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * account, address, domain or null, handle or null → ids of the verification of the address, and of those that the domain
 * or the domains of the handle have now, locked in one order for all: two that go opposite ways wait, and do not deadlock
 */
export const lockVerifications = statement(
  'email_verification.lock',
  `select id from email_verification
   where id in (
     select id from email_verification where reseller_id = $1 and address = $2
     union all select verification_id from email_verification_domain where domain_id = $3
     union all select verification_id from email_verification_domain where handle = $4)
   order by id for update`,
)

/** account, address, email, handle, language, now → id, locked: what waits for it sees what comes to it */
export const ensureVerification = statement(
  'email_verification.ensure',
  `insert into email_verification as known
     (reseller_id, address, email, handle, language, tag, status, started_at, mails)
   values ($1, $2, $3, $4, $5, '', 'not verified', $6, 0)
   on conflict on constraint email_verification_address do update set address = known.address
   returning id`,
)

/** verifications, locked: those that no domain needs, and nobody started, are forgotten */
export const forgetUnneeded = statement(
  'email_verification.forget',
  `delete from email_verification v
   where id = any($1::integer[]) and status = 'not verified'
     and not exists (select from email_verification_domain where verification_id = v.id)`,
)

/** Whether the address may have one mail more. */
const mayMail = (now: string, limit: string) =>
  `(known.mails < ${limit} or known.mails_since <= ${now}::timestamptz - interval '1 day')`

/** One mail more, counted from the first one of a day. */
const countMail = (now: string) =>
  `mails = case when known.mails_since > ${now}::timestamptz - interval '1 day' then known.mails + 1 else 1 end,
   mails_since = case when known.mails_since > ${now}::timestamptz - interval '1 day'
     then known.mails_since else ${now}::timestamptz end`

/**
 * account, address, email, handle, language, tag, nonce, now, deadline, mails a day → id, or nothing while the address is
 * verified, its verification runs, or it has had its mails
 */
export const startVerification = statement(
  'email_verification.start',
  `insert into email_verification as known
     (reseller_id, address, email, handle, language, tag, link_nonce, started_at, deadline_at, status, mails, mails_since)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'in progress', 1, $8)
   on conflict on constraint email_verification_address do update
     set email = $3, handle = $4, language = $5, tag = $6, link_nonce = $7, started_at = $8, deadline_at = $9,
       status = 'in progress', failure = null,
       is_suspended = known.is_suspended or known.status = 'in progress', ${countMail('$8')}
     where (known.status in ('not verified', 'failed') or (known.status = 'in progress' and known.deadline_at <= $8))
       and ${mayMail('$8', '$10')}
   returning id`,
)

/**
 * account, address, handle or null, language or null, tag or null, nonce, now, deadline, mails a day → id, unless it is
 * verified or has had its mails
 */
export const restartVerification = statement(
  'email_verification.restart',
  `update email_verification known
   set handle = coalesce($3, handle), language = coalesce($4, language), tag = coalesce($5, tag), link_nonce = $6,
     started_at = $7, deadline_at = $8, status = 'in progress', failure = null,
     is_suspended = is_suspended or (status = 'in progress' and deadline_at <= $7),
     ${countMail('$7')}
   where reseller_id = $1 and address = $2 and status <> 'verified' and ${mayMail('$7', '$9')}
   returning id`,
)

/** account, address → how it stands, and the mails it has had */
export const findStatus = statement(
  'email_verification.status',
  'select status, deadline_at, mails, mails_since from email_verification where reseller_id = $1 and address = $2',
)

/** domain, name, registrant, verification or null, version; of an older version nothing is written */
export const placeDomain = statement(
  'email_verification.place_domain',
  `insert into email_verification_domain as known
     (domain_id, domain, handle, verification_id, version, is_suspended, suspension_version)
   values ($1, $2, $3, $4, $5, false, 0)
   on conflict (domain_id) do update
     set domain = excluded.domain, handle = excluded.handle, verification_id = excluded.verification_id,
       version = excluded.version
     where known.version < excluded.version`,
)

/** account, handle → the address of a customer, which stays until the end of the transaction */
export const holdAddress = statement(
  'email_verification.hold_address',
  'select handle, email, locale from customer where handle = $2 and reseller_id = $1 and deleted_at is null for share',
)

/** handle → one row when it is the registrant of a domain */
export const findDomainOf = statement(
  'email_verification.domain_of',
  'select from email_verification_domain where handle = $1 and verification_id is not null limit 1',
)

/** handle, verification: the domains of a registrant follow it to another address */
export const moveDomains = statement(
  'email_verification.move_domains',
  'update email_verification_domain set verification_id = $2 where handle = $1 and verification_id <> $2',
)

/** verifications → their domains whose suspension is another than was told, told by this */
export const tellSuspensions = statement(
  'email_verification.tell',
  `update email_verification_domain d
   set is_suspended = v.is_suspended, suspension_version = d.suspension_version + 1
   from email_verification v
   where v.id = any($1::integer[]) and d.verification_id = v.id and d.is_suspended <> v.is_suspended
   returning v.reseller_id as "resellerId", d.domain_id as "domainId", d.domain as name,
     d.is_suspended as "isSuspended", d.suspension_version as version`,
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
   returning id, email, language`,
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

/** → when the first deadline passes */
export const nextDeadline = statement(
  'email_verification.next_deadline',
  `select min(deadline_at) as "dueAt" from email_verification
   where status = 'in progress' or (status = 'failed' and not is_suspended)`,
)
