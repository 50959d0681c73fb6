import { Inject, Injectable } from '@nestjs/common'
import type { Balance } from '@nameyard/epp/extensions/fee/balance'
import { Database, type Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import { Alarms } from './alarm.store'
import { sessionPauseMs } from './model/session-pause'

/** The state of an account at a registry, shared by all replicas. */
export interface Account {
  account: string
  closedAt: Date | null
  closedReason: string | null
  crowdedUntil: Date | null
  crowdedTimes: number
  unpaidUntil: Date | null
  passwordMark: string | null
  isPasswordInDoubt: boolean
  isSuspended: boolean
  /** By how much the registry's clock is ahead of ours. */
  clockAheadMs: number | null
  clockSeenAt: Date | null
  /** Our balance there, as decimals. */
  balance: string | null
  creditLimit: string | null
  balanceCurrency: string | null
  balanceSeenAt: Date | null
  /** The address of an upstream registrar for which a test has proved that idempotency keys work. */
  idempotentAtAddress: string | null
  /** Mark of the passwords that the registry refused; null when the account is not closed for that. */
  refusedMark: string | null
  /** Its message queue is not polled before this time: an operator tests the account. */
  pollPausedUntil: Date | null
  /** Since when no session could be opened, because the registry does not answer; null while it does. */
  unreachableSince: Date | null
}

const COLUMNS = sql`account, closed_at as "closedAt", closed_reason as "closedReason", crowded_until as "crowdedUntil",
      crowded_times as "crowdedTimes", unpaid_until as "unpaidUntil", password_mark as "passwordMark",
      is_password_in_doubt as "isPasswordInDoubt", is_suspended as "isSuspended", refused_mark as "refusedMark",
      clock_ahead_ms::float8 as "clockAheadMs", clock_seen_at as "clockSeenAt", balance, credit_limit as "creditLimit",
      balance_currency as "balanceCurrency", balance_seen_at as "balanceSeenAt", poll_paused_until as "pollPausedUntil",
      unreachable_since as "unreachableSince", idempotent_at_address as "idempotentAtAddress"`

const GET = statement<{ account: string }, Account>(
  'accounts.get',
  ({ account }) => sql`select ${COLUMNS} from registry_account where account = ${account}`,
)

const ALL = statement<void, Account>('accounts.all', () => sql`select ${COLUMNS} from registry_account`)

const CLOSE = statement<{ account: string; now: Date; reason: string; mark: string | null }>(
  'accounts.close',
  ({ account, now, reason, mark }) => sql`
    insert into registry_account (account, closed_at, closed_reason, refused_mark)
    values (${account}, ${now}, ${reason}, ${mark})
    on conflict (account) do update set closed_at = coalesce(registry_account.closed_at, excluded.closed_at),
      closed_reason = coalesce(registry_account.closed_reason, excluded.closed_reason),
      refused_mark = excluded.refused_mark`,
)

const SUSPEND = statement<{ account: string; now: Date; reason: string }, { closedAt: Date }>(
  'accounts.suspend',
  ({ account, now, reason }) => sql`
    insert into registry_account (account, closed_at, closed_reason, is_suspended)
    values (${account}, ${now}, ${reason}, true)
    on conflict (account) do update set closed_at = coalesce(registry_account.closed_at, excluded.closed_at),
      closed_reason = excluded.closed_reason, is_suspended = true
    returning closed_at as "closedAt"`,
)

const CLOSED = statement<void, { account: string; reason: string }>(
  'accounts.closed',
  () => sql`
    select account, coalesce(closed_reason, 'the account is closed') as reason from registry_account
    where closed_at is not null`,
)

const REOPEN = statement<{ account: string; now: Date }>(
  'accounts.reopen',
  ({ account, now }) => sql`
    with alarms as (delete from alarm where account = ${account} and kind = 'login'),
    resumed as (
      update operation set run_at = ${now}
      where account = ${account} and run_at > ${now} and state in ('queued', 'unknown'))
    update registry_account set closed_at = null, closed_reason = null, refused_mark = null
    where account = ${account} and not is_suspended`,
)

/** When several sessions exceed the limit at the same time, it counts once. */
const PAUSE_SESSIONS = statement<{ account: string; now: Date; until: Date; times: number }>(
  'accounts.pause-sessions',
  ({ account, now, until, times }) => sql`
    insert into registry_account (account, crowded_until, crowded_times) values (${account}, ${until}, 1)
    on conflict (account) do update set crowded_until = excluded.crowded_until, crowded_times = ${times} + 1
      where registry_account.crowded_until is null or registry_account.crowded_until <= ${now}
    returning account`,
)

const END_SESSION_PAUSES = statement<{ account: string }>(
  'accounts.end-session-pauses',
  ({ account }) => sql`
    update registry_account set crowded_until = null, crowded_times = 0 where account = ${account}`,
)

const PAUSE_PAID_COMMANDS = statement<{ account: string; until: Date }>(
  'accounts.pause-paid-commands',
  ({ account, until }) => sql`
    insert into registry_account (account, unpaid_until) values (${account}, ${until})
    on conflict (account) do update set unpaid_until = excluded.unpaid_until`,
)

const DOUBT_PASSWORD = statement<{ account: string }>(
  'accounts.doubt-password',
  ({ account }) => sql`
    insert into registry_account (account, is_password_in_doubt) values (${account}, true)
    on conflict (account) do update set is_password_in_doubt = true`,
)

const TRUST_PASSWORD = statement<{ account: string; mark: string }>(
  'accounts.trust-password',
  ({ account, mark }) => sql`
    update registry_account set is_password_in_doubt = false, password_mark = ${mark} where account = ${account}`,
)

const NOTE_CLOCK = statement<{ account: string; aheadMs: number; now: Date }>(
  'accounts.note-clock',
  ({ account, aheadMs, now }) => sql`
    insert into registry_account (account, clock_ahead_ms, clock_seen_at) values (${account}, ${aheadMs}, ${now})
    on conflict (account) do update set clock_ahead_ms = excluded.clock_ahead_ms,
      clock_seen_at = excluded.clock_seen_at`,
)

const NOTE_BALANCE = statement<{
  readonly account: string
  readonly balance: string | null
  readonly creditLimit: string | null
  readonly currency: string | null
  readonly now: Date
}>(
  'accounts.note-balance',
  ({ account, balance, creditLimit, currency, now }) => sql`
    insert into registry_account (account, balance, credit_limit, balance_currency, balance_seen_at)
    values (${account}, ${balance}, ${creditLimit}, ${currency}, ${now})
    on conflict (account) do update set balance = excluded.balance, credit_limit = excluded.credit_limit,
      balance_currency = excluded.balance_currency, balance_seen_at = excluded.balance_seen_at`,
)

const PAUSE_POLL = statement<{ account: string; until: Date | null }>(
  'accounts.pause-poll',
  ({ account, until }) => sql`
    insert into registry_account (account, poll_paused_until) values (${account}, ${until})
    on conflict (account) do update set poll_paused_until = excluded.poll_paused_until`,
)

const NOTE_UNREACHABLE = statement<{ account: string; now: Date }>(
  'accounts.note-unreachable',
  ({ account, now }) => sql`
    insert into registry_account (account, unreachable_since) values (${account}, ${now})
    on conflict (account) do update set unreachable_since = coalesce(registry_account.unreachable_since, ${now})`,
)

const NOTE_REACHABLE = statement<{ account: string }>(
  'accounts.note-reachable',
  ({ account }) => sql`update registry_account set unreachable_since = null where account = ${account}`,
)

const NOTE_IDEMPOTENCY = statement<{ readonly account: string; readonly address: string | null }>(
  'accounts.note-idempotency',
  ({ account, address }) => sql`
    insert into registry_account (account, idempotent_at_address) values (${account}, ${address})
    on conflict (account) do update set idempotent_at_address = excluded.idempotent_at_address`,
)

/** Operations that waited only for the account run at once. */
const RESUME = statement<{ account: string; now: Date }>(
  'accounts.resume',
  ({ account, now }) => sql`
    with alarms as (delete from alarm where account = ${account}),
    resumed as (
      update operation set run_at = ${now}
      where account = ${account} and run_at > ${now} and state in ('queued', 'unknown'))
    update registry_account set closed_at = null, closed_reason = null, is_suspended = false, refused_mark = null,
      crowded_until = null, crowded_times = 0, unpaid_until = null
    where account = ${account}`,
)

/** The state of our accounts, shared by all replicas. */
@Injectable()
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly alarms: Alarms,
    @Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig,
  ) {}

  /** Returns the state of an account; undefined while it was never changed. */
  async get(account: string): Promise<Account | undefined> {
    const [row] = await this.database.read(GET, { account })
    return row
  }

  /** Returns the state of every account that was changed at least once, by its name. */
  async all(): Promise<ReadonlyMap<string, Account>> {
    return new Map((await this.database.read(ALL)).map((row) => [row.account, row]))
  }

  /**
   * Closes an account until an operator resumes it, or replaces its password: repeating a refused login would lock it at
   * the registry. `mark` identifies the refused passwords.
   */
  async close(account: string, reason: string, mark: string | undefined): Promise<void> {
    await this.database.read(CLOSE, { account, now: this.clock.now(), reason, mark: mark ?? null })
    await this.alarms.raise(account, 'login', reason)
  }

  /** Closes an account until an operator resumes it. Returns since when it is closed. */
  async suspend(tx: Tx, account: string, reason: string): Promise<Date> {
    const [row] = await tx.query(SUSPEND, { account, now: this.clock.now(), reason })
    return row!.closedAt
  }

  /** Returns the closed accounts and why each is closed. */
  async closed(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.read(CLOSED)
    return new Map(rows.map(({ account, reason }) => [account, reason]))
  }

  /** Opens an account whose new password is valid. */
  async reopen(account: string): Promise<void> {
    await this.database.read(REOPEN, { account, now: this.clock.now() })
  }

  /** Opens no session for a while (2502). The pause grows with each repetition. */
  async pauseSessions(account: string): Promise<void> {
    const now = this.clock.now()
    const times = (await this.get(account))?.crowdedTimes ?? 0
    const pauseMs = sessionPauseMs(times, this.config.REGISTRY_CROWDED_PAUSE_MS)
    await this.database.read(PAUSE_SESSIONS, { account, now, until: new Date(now.getTime() + pauseMs), times })
  }

  /** A session was opened: the next pause is the shortest again. */
  async endSessionPauses(account: string): Promise<void> {
    await this.database.read(END_SESSION_PAUSES, { account })
  }

  /** Pauses paid commands after a billing failure (2104), until a retry or until an operator resumes the account. */
  async pausePaidCommands(account: string, reason: string): Promise<void> {
    const until = new Date(this.clock.epochMs() + this.config.REGISTRY_MONEY_PAUSE_MS)
    await this.database.read(PAUSE_PAID_COMMANDS, { account, until })
    await this.alarms.raise(account, 'money', reason)
  }

  /** Called before a login that changes the password: from now on either password may be valid. */
  async doubtPassword(account: string): Promise<void> {
    await this.database.read(DOUBT_PASSWORD, { account })
  }

  /** Stores that a login with this password succeeded. */
  async trustPassword(account: string, mark: string): Promise<void> {
    await this.database.read(TRUST_PASSWORD, { account, mark })
  }

  /** Stores by how much the registry's clock is ahead of ours. */
  async noteClock(account: string, aheadMs: number): Promise<void> {
    await this.database.read(NOTE_CLOCK, { account, aheadMs, now: this.clock.now() })
  }

  /** Stores our balance at the registry. */
  async noteBalance(account: string, { balance, creditLimit, currency }: Balance): Promise<void> {
    await this.database.read(NOTE_BALANCE, {
      account,
      balance: balance ?? null,
      creditLimit: creditLimit ?? null,
      currency: currency ?? null,
      now: this.clock.now(),
    })
  }

  /** Stores since when the registry does not answer, or that it answers again. */
  async noteReachable(account: string, isReachable: boolean): Promise<void> {
    if (isReachable) await this.database.read(NOTE_REACHABLE, { account })
    else await this.database.read(NOTE_UNREACHABLE, { account, now: this.clock.now() })
  }

  /** Stores the address for which a test has proved that idempotency keys work; null when the test has failed. */
  async noteIdempotency(account: string, address: string | null): Promise<void> {
    await this.database.read(NOTE_IDEMPOTENCY, { account, address })
  }

  /** Leaves the message queue of an account to a test of an operator for so long; null ends that. */
  async pausePoll(account: string, ms: number | null): Promise<void> {
    const until = ms === null ? null : new Date(this.clock.epochMs() + ms)
    await this.database.read(PAUSE_POLL, { account, until })
  }

  /** Whether the message queue of an account is left to a test of an operator. */
  async isPollPaused(account: string): Promise<boolean> {
    const until = (await this.get(account))?.pollPausedUntil
    return until != null && until > this.clock.now()
  }

  /** Ends every pause of an account and deletes its alarms. */
  async resume(tx: Tx, account: string, now: Date): Promise<void> {
    await tx.query(RESUME, { account, now })
  }
}
