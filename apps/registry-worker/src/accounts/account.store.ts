import { Inject, Injectable } from '@nestjs/common'
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
}

const GET = statement<{ account: string }, Account>(
  'accounts.get',
  ({ account }) => sql`
    select account, closed_at as "closedAt", closed_reason as "closedReason", crowded_until as "crowdedUntil",
      crowded_times as "crowdedTimes", unpaid_until as "unpaidUntil", password_mark as "passwordMark",
      is_password_in_doubt as "isPasswordInDoubt"
    from registry_account where account = ${account}`,
)

const CLOSE = statement<{ account: string; now: Date; reason: string }>(
  'accounts.close',
  ({ account, now, reason }) => sql`
    insert into registry_account (account, closed_at, closed_reason) values (${account}, ${now}, ${reason})
    on conflict (account) do update set closed_at = coalesce(registry_account.closed_at, excluded.closed_at),
      closed_reason = coalesce(registry_account.closed_reason, excluded.closed_reason)`,
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

/** Operations that waited only for the account run at once. */
const RESUME = statement<{ account: string; now: Date }>(
  'accounts.resume',
  ({ account, now }) => sql`
    with alarms as (delete from alarm where account = ${account}),
    resumed as (
      update operation set run_at = ${now}
      where account = ${account} and run_at > ${now} and state in ('queued', 'unknown'))
    update registry_account set closed_at = null, closed_reason = null, crowded_until = null, crowded_times = 0,
      unpaid_until = null
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

  /** Closes an account until an operator resumes it: repeating a refused login would lock it at the registry. */
  async close(account: string, reason: string): Promise<void> {
    await this.database.read(CLOSE, { account, now: this.clock.now(), reason })
    await this.alarms.raise(account, 'login', reason)
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

  /** Ends every pause of an account and deletes its alarms. */
  async resume(tx: Tx, account: string, now: Date): Promise<void> {
    await tx.query(RESUME, { account, now })
  }
}
