import { listed, sql, statement, type Placeholders } from '@nameyard/persistence/statement'

/** The verification of an e-mail address; one for each address of an account. */
export interface EmailVerification {
  readonly id: number
  readonly resellerId: number
  /** In lower case, so that spellings of one address are equal. */
  readonly address: string
  readonly email: string
  /** The customer it was started for. */
  readonly handle: string
  readonly language: string
  readonly tag: string
  readonly status: 'not verified' | 'in progress' | 'verified' | 'failed'
  readonly failure: 'expired' | 'bounced' | null
  /** Whether the domains of the address are suspended: from the deadline until it is verified. */
  readonly isSuspended: boolean
  /** Nonce of the newest link; null when no link works. */
  readonly linkNonce: Buffer | null
  readonly startedAt: Date
  /** The deadline starts when the first mail is sent. An address that was never mailed has no deadline. */
  readonly deadlineAt: Date | null
  readonly verifiedAt: Date | null
  /** Mails requested since `mails_since`. */
  readonly mails: number
  readonly mailsSince: Date | null
}

/** Returns the key of an address: trimmed and in lower case. */
export function addressOf(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Locks the verifications of addresses, and the current ones of domains or of the domains of a handle. Rows are locked in the
 * order of their ids, which prevents deadlocks.
 */
export const lockVerifications = statement<
  {
    resellerIds: readonly number[]
    addresses: readonly string[]
    domainIds: readonly number[]
    handle: string | null
  },
  Pick<EmailVerification, 'id' | 'resellerId' | 'address'>
>(
  'email_verification.lock',
  ({ resellerIds, addresses, domainIds, handle }) => sql`
    select id, reseller_id as "resellerId", address from email_verification
    where id in (
      select v.id from unnest(${resellerIds}::integer[], ${addresses}::text[]) as wanted (reseller_id, address)
      join email_verification v on v.reseller_id = wanted.reseller_id and v.address = wanted.address
      union all select verification_id from email_verification_domain where domain_id = any(${listed(domainIds, 'int')})
      union all select verification_id from email_verification_domain where handle = ${handle})
    order by id for update`,
)

/** Creates the verification of an address if it is missing, and locks it. */
export const ensureVerification = statement<
  { resellerId: number; address: string; email: string; handle: string; language: string; now: Date },
  { id: number }
>(
  'email_verification.ensure',
  (given) => sql`
    insert into email_verification as known
      (reseller_id, address, email, handle, language, tag, status, started_at, mails)
    values (${given.resellerId}, ${given.address}, ${given.email}, ${given.handle}, ${given.language}, '',
      'not verified', ${given.now}, 0)
    on conflict on constraint email_verification_address do update set address = known.address
    returning id`,
)

/** Deletes those of the locked verifications that were never started and have no domain. */
export const deleteUnneeded = statement<{ ids: readonly number[] }>(
  'email_verification.delete_unneeded',
  ({ ids }) => sql`
    delete from email_verification v
    where id = any(${ids}::integer[]) and status = 'not verified'
      and not exists (select from email_verification_domain where verification_id = v.id)`,
)

/** Deletes the verifications of a deleted customer, except those that a domain or another customer with the address needs. */
export const forgetAddress = statement<{ resellerId: number; handle: string; address: string }>(
  'email_verification.forget_address',
  ({ resellerId, handle, address }) => sql`
    delete from email_verification v
    where v.reseller_id = ${resellerId} and (v.address = ${address} or v.handle = ${handle})
      and not exists (select from email_verification_domain where verification_id = v.id)
      and not exists (
        select from customer c
        where c.reseller_id = ${resellerId} and c.email_folded = v.address and c.deleted_at is null)`,
)

interface MailLimit {
  readonly now: Date
  readonly mailsADay: number
}

/** Condition: the address may get another mail. */
const mayMail = ({ now, mailsADay }: Placeholders<MailLimit>) =>
  sql`(known.mails < ${mailsADay} or known.mails_since <= ${now}::timestamptz - interval '1 day')`

/** Counts one mail. The count restarts one day after its first mail. */
const countMail = ({ now }: Pick<Placeholders<MailLimit>, 'now'>) =>
  sql`
    mails = case when known.mails_since > ${now}::timestamptz - interval '1 day' then known.mails + 1 else 1 end,
    mails_since = case when known.mails_since > ${now}::timestamptz - interval '1 day'
      then known.mails_since else ${now}::timestamptz end`

/**
 * Begins the verifications among the given ones that were never started, where the extension of one of their domains demands it.
 * Each has a nonce at its place in the other list.
 */
export const beginDemanded = statement<
  { ids: readonly number[]; nonces: readonly Buffer[]; now: Date; deadline: Date },
  { id: number; nonce: Buffer }
>(
  'email_verification.begin_demanded',
  ({ ids, nonces, now, deadline }) => sql`
    update email_verification v
    set link_nonce = given.nonce, started_at = ${now}, deadline_at = ${deadline}, status = 'in progress', mails = 1,
      mails_since = ${now}, begun_by_itself = true
    from unnest(${ids}::integer[], ${nonces}::bytea[]) as given (id, nonce)
    where v.id = given.id and v.status = 'not verified' and exists (
      select from email_verification_domain d where d.verification_id = v.id and d.is_demanded)
    returning v.id, v.link_nonce as nonce`,
)

/** Takes over a round that began by itself and is in progress: only the first request to start it does. */
export const takeOver = statement<{ resellerId: number; address: string; tag: string; now: Date }, { id: number }>(
  'email_verification.take_over',
  ({ resellerId, address, tag, now }) => sql`
    update email_verification set begun_by_itself = false, tag = ${tag}
    where reseller_id = ${resellerId} and address = ${address} and begun_by_itself and status = 'in progress'
      and deadline_at > ${now}
    returning id`,
)

/** Starts a verification, unless the address is verified, in progress, or has got all its mails of the day. */
export const startVerification = statement<
  {
    resellerId: number
    address: string
    email: string
    handle: string
    language: string
    tag: string
    nonce: Buffer
    now: Date
    deadline: Date
    mailsADay: number
  },
  { id: number }
>(
  'email_verification.start',
  (given) => sql`
    insert into email_verification as known
      (reseller_id, address, email, handle, language, tag, link_nonce, started_at, deadline_at, status, mails,
        mails_since)
    values (${given.resellerId}, ${given.address}, ${given.email}, ${given.handle}, ${given.language}, ${given.tag},
      ${given.nonce}, ${given.now}, ${given.deadline}, 'in progress', 1, ${given.now})
    on conflict on constraint email_verification_address do update
      set email = ${given.email}, handle = ${given.handle}, language = ${given.language}, tag = ${given.tag},
        link_nonce = ${given.nonce}, started_at = ${given.now}, deadline_at = ${given.deadline},
        status = 'in progress', failure = null, begun_by_itself = false,
        is_suspended = known.is_suspended or known.status = 'in progress', ${countMail(given)}
      where (known.status in ('not verified', 'failed')
          or (known.status = 'in progress' and known.deadline_at <= ${given.now}))
        and ${mayMail(given)}
    returning id`,
)

/** Restarts a verification, unless the address is verified or has got all its mails of the day. */
export const restartVerification = statement<
  {
    resellerId: number
    address: string
    handle: string | null
    language: string | null
    tag: string | null
    nonce: Buffer
    now: Date
    deadline: Date
    mailsADay: number
  },
  { id: number }
>(
  'email_verification.restart',
  (given) => sql`
    update email_verification known
    set handle = coalesce(${given.handle}, handle), language = coalesce(${given.language}, language),
      tag = coalesce(${given.tag}, tag), link_nonce = ${given.nonce}, started_at = ${given.now},
      deadline_at = ${given.deadline}, status = 'in progress', failure = null, begun_by_itself = false,
      is_suspended = is_suspended or (status = 'in progress' and deadline_at <= ${given.now}),
      ${countMail(given)}
    where reseller_id = ${given.resellerId} and address = ${given.address} and status <> 'verified'
      and ${mayMail(given)}
    returning id`,
)

/** Reads the status of an address and its count of mails. */
export const findStatus = statement<
  { resellerId: number; address: string },
  Pick<EmailVerification, 'status' | 'deadlineAt' | 'mails' | 'mailsSince'>
>(
  'email_verification.status',
  ({ resellerId, address }) =>
    sql`select status, deadline_at as "deadlineAt", mails, mails_since as "mailsSince" from email_verification where reseller_id = ${resellerId} and address = ${address}`,
)

/** Assigns domains to verifications, or to none, unless newer versions are stored. Each domain may occur once. */
export const placeDomains = statement<{
  domainIds: readonly number[]
  names: readonly string[]
  handles: readonly string[]
  verificationIds: readonly (number | null)[]
  versions: readonly number[]
  areDemanded: readonly boolean[]
}>(
  'email_verification.place_domains',
  ({ domainIds, names, handles, verificationIds, versions, areDemanded }) => sql`
    insert into email_verification_domain as known
      (domain_id, domain, handle, verification_id, version, is_demanded, is_suspended, suspension_version)
    select domain_id, domain, handle, verification_id, version, is_demanded, false, 0
    from unnest(${domainIds}::integer[], ${names}::text[], ${handles}::text[], ${verificationIds}::integer[],
      ${versions}::integer[], ${areDemanded}::boolean[])
      as placed (domain_id, domain, handle, verification_id, version, is_demanded)
    order by domain_id
    on conflict (domain_id) do update
      set domain = excluded.domain, handle = excluded.handle, verification_id = excluded.verification_id,
        version = excluded.version, is_demanded = excluded.is_demanded, placed_at = now()
      where known.version < excluded.version`,
)

/** A customer as the registrant of domains. */
export interface Registrant {
  readonly handle: string
  readonly email: string
  readonly locale: string
}

interface OfRegistrant {
  readonly resellerId: number
  readonly handle: string
}

/** Reads a customer of an account. */
export const findRegistrant = statement<OfRegistrant, Registrant>(
  'email_verification.registrant',
  ({ resellerId, handle }) => sql`
    select handle, email, locale from customer
    where handle = ${handle} and reseller_id = ${resellerId} and deleted_at is null`,
)

/** Reads customers of accounts and keeps their addresses unchanged until the end of the transaction. */
export const holdAddresses = statement<
  { resellerIds: readonly number[]; handles: readonly string[] },
  Registrant & Pick<OfRegistrant, 'resellerId'>
>(
  'email_verification.hold_addresses',
  ({ resellerIds, handles }) => sql`
    select c.reseller_id as "resellerId", c.handle, c.email, c.locale
    from unnest(${resellerIds}::integer[], ${handles}::text[]) as wanted (reseller_id, handle)
    join customer c on c.handle = wanted.handle and c.reseller_id = wanted.reseller_id and c.deleted_at is null
    order by c.id for share of c`,
)

/** Returns a row if the handle is the registrant of a domain. */
export const findDomainOf = statement<{ handle: string }>(
  'email_verification.domain_of',
  ({ handle }) =>
    sql`select from email_verification_domain where handle = ${handle} and verification_id is not null limit 1`,
)

/** Moves the domains of a registrant to another verification. */
export const moveDomains = statement<{ handle: string; verificationId: number | null }>(
  'email_verification.move_domains',
  ({ handle, verificationId }) =>
    sql`update email_verification_domain set verification_id = ${verificationId} where handle = ${handle} and verification_id <> ${verificationId}`,
)

/** A changed suspension of a domain, as it is announced. */
export interface Suspension {
  readonly resellerId: number
  readonly domainId: number
  readonly name: string
  readonly isSuspended: boolean
  readonly version: number
}

const announce = sql`
    update email_verification_domain d
    set is_suspended = v.is_suspended, suspension_version = d.suspension_version + 1
    from email_verification v`

const announced = sql`
    returning v.reseller_id as "resellerId", d.domain_id as "domainId", d.domain as name,
      d.is_suspended as "isSuspended", d.suspension_version as version`

/**
 * Records the announcement of changed suspensions of all domains of verifications, and returns the domains to announce.
 * `= (not ...)` finds them by the index of verification and suspension; `<>` would read all domains of each address.
 */
export const announceSuspensions = statement<{ ids: readonly number[] }, Suspension>(
  'email_verification.announce',
  ({ ids }) => sql`
    ${announce}
    where v.id = any(${listed(ids, 'int')}) and d.verification_id = v.id and d.is_suspended = (not v.is_suspended)
    ${announced}`,
)

/** The same for domains that were assigned to one of the verifications: an address may have all domains of an account. */
export const announcePlaced = statement<{ ids: readonly number[]; domainIds: readonly number[] }, Suspension>(
  'email_verification.announce_placed',
  ({ ids, domainIds }) => sql`
    ${announce}
    where d.domain_id = any(${listed(domainIds, 'int')}) and v.id = d.verification_id
      and v.id = any(${ids}::integer[]) and d.is_suspended <> v.is_suspended
    ${announced}`,
)

/** Reads the verification of a valid link. */
export const findByLink = statement<
  { id: number; nonce: Buffer; now: Date },
  Pick<EmailVerification, 'id' | 'email' | 'handle' | 'language' | 'linkNonce' | 'deadlineAt' | 'resellerId' | 'tag'>
>(
  'email_verification.by_link',
  ({ id, nonce, now }) => sql`
    select id, reseller_id as "resellerId", email, handle, language, tag, link_nonce as "linkNonce",
      deadline_at as "deadlineAt"
    from email_verification
    where id = ${id} and link_nonce = ${nonce} and deadline_at > ${now}`,
)

/** Verifies the address of a valid link. The link works once. */
export const confirmByLink = statement<
  { id: number; nonce: Buffer; now: Date },
  Pick<EmailVerification, 'id' | 'email' | 'handle' | 'language' | 'resellerId'>
>(
  'email_verification.confirm',
  ({ id, nonce, now }) => sql`
    update email_verification
    set status = 'verified', failure = null, is_suspended = false, link_nonce = null, verified_at = ${now}
    where id = ${id} and link_nonce = ${nonce} and deadline_at > ${now} and status <> 'verified'
    returning id, email, language, handle, reseller_id as "resellerId"`,
)

/** Fails a verification because its mail bounced. Its deadline stays. */
export const markBounced = statement<{ id: number; nonce: Buffer }, { id: number }>(
  'email_verification.bounced',
  ({ id, nonce }) => sql`
    update email_verification set status = 'failed', failure = 'bounced'
    where id = ${id} and link_nonce = ${nonce} and status = 'in progress'
    returning id`,
)

/** Fails the verification of an address because a mail bounced, unless it was started again after that mail. Its deadline stays. */
export const markBouncedSince = statement<{ resellerId: number; address: string; sentAt: Date }>(
  'email_verification.bounced_since',
  ({ resellerId, address, sentAt }) => sql`
    update email_verification set status = 'failed', failure = 'bounced'
    where reseller_id = ${resellerId} and address = ${address} and status = 'in progress' and started_at <= ${sentAt}`,
)

/** Fails and suspends verifications after their deadline. Concurrent calls get different rows. */
export const lapse = statement<{ now: Date; limit: number }, { id: number }>(
  'email_verification.lapse',
  ({ now, limit }) => sql`
    update email_verification
    set status = 'failed', failure = coalesce(failure, 'expired'), is_suspended = true, link_nonce = null
    where id in (
      select id from email_verification
      where deadline_at <= ${now} and (status = 'in progress' or (status = 'failed' and not is_suspended))
      order by deadline_at limit ${limit} for update skip locked)
    returning id`,
)

/** The earliest deadline. */
export const nextDeadline = statement<void, { dueAt: Date | null }>(
  'email_verification.next_deadline',
  () => sql`
    select min(deadline_at) as "dueAt" from email_verification
    where status = 'in progress' or (status = 'failed' and not is_suspended)`,
)
