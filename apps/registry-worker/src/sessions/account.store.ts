import { Database, type Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Inject, Injectable } from '@nestjs/common'
import { EntitySchema } from 'typeorm'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import { Alarms } from './alarm.store'
import { crowdedPauseMs } from './model/crowded'

/** What all replicas must know of an account at a registry. */
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

const instant = { type: 'timestamptz', nullable: true } as const
const text = { type: 'text', nullable: true } as const

export const accountSchema = new EntitySchema<Account>({
  name: 'registry_account',
  columns: {
    account: { type: 'text', primary: true },
    closedAt: { ...instant, name: 'closed_at' },
    closedReason: { ...text, name: 'closed_reason' },
    crowdedUntil: { ...instant, name: 'crowded_until' },
    crowdedTimes: { type: 'integer', name: 'crowded_times', default: 0 },
    unpaidUntil: { ...instant, name: 'unpaid_until' },
    passwordMark: { ...text, name: 'password_mark' },
    isPasswordInDoubt: { type: 'boolean', name: 'is_password_in_doubt', default: false },
  },
})

const get = statement(
  'accounts.get',
  `select account, closed_at as "closedAt", closed_reason as "closedReason", crowded_until as "crowdedUntil",
     crowded_times as "crowdedTimes", unpaid_until as "unpaidUntil", password_mark as "passwordMark",
     is_password_in_doubt as "isPasswordInDoubt"
   from registry_account where account = $1`,
)

const close = statement(
  'accounts.close',
  `insert into registry_account (account, closed_at, closed_reason) values ($1, $2, $3)
   on conflict (account) do update set closed_at = coalesce(registry_account.closed_at, excluded.closed_at),
     closed_reason = coalesce(registry_account.closed_reason, excluded.closed_reason)`,
)

/** Several sessions meet the limit in one moment; that counts once. */
const crowd = statement(
  'accounts.crowd',
  `insert into registry_account (account, crowded_until, crowded_times) values ($1, $3, 1)
   on conflict (account) do update set crowded_until = excluded.crowded_until, crowded_times = $4 + 1
     where registry_account.crowded_until is null or registry_account.crowded_until <= $2
   returning account`,
)

const uncrowd = statement(
  'accounts.uncrowd',
  'update registry_account set crowded_until = null, crowded_times = 0 where account = $1',
)

const unpay = statement(
  'accounts.unpay',
  `insert into registry_account (account, unpaid_until) values ($1, $2)
   on conflict (account) do update set unpaid_until = excluded.unpaid_until`,
)

const doubt = statement(
  'accounts.doubt',
  `insert into registry_account (account, is_password_in_doubt) values ($1, true)
   on conflict (account) do update set is_password_in_doubt = true`,
)

const trust = statement(
  'accounts.trust',
  'update registry_account set is_password_in_doubt = false, password_mark = $2 where account = $1',
)

/** Operations that only paused for the account's sake run at once. */
const resume = statement(
  'accounts.resume',
  `with quiet as (delete from alarm where account = $1),
   awake as (
     update operation set run_at = $2 where account = $1 and run_at > $2 and state in ('queued', 'unknown'))
   update registry_account set closed_at = null, closed_reason = null, crowded_until = null, crowded_times = 0,
     unpaid_until = null where account = $1`,
)

/** What is known of our accounts, by all replicas together. */
@Injectable()
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly alarms: Alarms,
    @Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig,
  ) {}

  /** What is known of the account; nothing when there is nothing to say. */
  async get(account: string): Promise<Account | undefined> {
    const [row] = await this.database.read<Account & { [column: string]: unknown }>(get, [account])
    return row
  }

  /** Sends nothing more until an operator resumes: trying a refused login again locks the account. */
  async close(account: string, reason: string): Promise<void> {
    await this.database.read(close, [account, this.clock.now(), reason])
    await this.alarms.raise(account, 'login', reason)
  }

  /** Opens no session for a while, which is longer each time in a row. */
  async crowd(account: string): Promise<void> {
    const now = this.clock.now()
    const times = (await this.get(account))?.crowdedTimes ?? 0
    const pauseMs = crowdedPauseMs(times, this.config.REGISTRY_CROWDED_PAUSE_MS)
    await this.database.read(crowd, [account, now, new Date(now.getTime() + pauseMs), times])
  }

  /** A session was opened: the next time that there are too many is the first again. */
  async uncrowd(account: string): Promise<void> {
    await this.database.read(uncrowd, [account])
  }

  /** Holds back what costs money there; tried again after a while, or when an operator resumes. */
  async runOutOfMoney(account: string, reason: string): Promise<void> {
    const until = new Date(this.clock.epochMs() + this.config.REGISTRY_MONEY_PAUSE_MS)
    await this.database.read(unpay, [account, until])
    await this.alarms.raise(account, 'money', reason)
  }

  /** Written before a login that changes the password: from here on either may be the valid one. */
  async doubtPassword(account: string): Promise<void> {
    await this.database.read(doubt, [account])
  }

  /** The login with that password was answered: it is the valid one. */
  async trustPassword(account: string, mark: string): Promise<void> {
    await this.database.read(trust, [account, mark])
  }

  /** Takes back every reason not to send, and the alarms. */
  async resume(tx: Tx, account: string, now: Date): Promise<void> {
    await tx.query(resume, [account, now])
  }
}
