import { Database, type Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable, Logger } from '@nestjs/common'
import { EntitySchema } from 'typeorm'

/** Something at a registry account that a person must look at. */
export interface Alarm {
  account: string
  kind: AlarmKind
  text: string
  firstAt: Date
  lastAt: Date
  times: number
}

/**
 * - login: our login was refused.
 * - money: the registry refused a command for want of money, or warned of it.
 * - message: a message of the registry could not be understood.
 * - password: the registry warns of our password or certificate.
 * - refusal: the registry refuses a domain as it shall be, and it is not tried again.
 */
export type AlarmKind = 'login' | 'money' | 'message' | 'password' | 'refusal'

const text = { type: 'text' } as const

export const alarmSchema = new EntitySchema<Alarm>({
  name: 'alarm',
  columns: {
    account: { ...text, primary: true },
    kind: { ...text, primary: true },
    text,
    firstAt: { type: 'timestamptz', name: 'first_at' },
    lastAt: { type: 'timestamptz', name: 'last_at' },
    times: { type: 'integer' },
  },
})

const raise = statement(
  'alarms.raise',
  `insert into alarm (account, kind, text, first_at, last_at, times) values ($1, $2, $3, $4, $4, 1)
   on conflict (account, kind) do update set text = excluded.text, last_at = excluded.last_at, times = alarm.times + 1`,
)

/** Calls a person: in the log at once, and in the list of accounts until the account is resumed. */
@Injectable()
export class Alarms {
  private readonly log = new Logger('alarm')

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async raise(account: string, kind: AlarmKind, text: string): Promise<void> {
    this.log.error(`${account}: ${kind}: ${text}`)
    await this.database.read(raise, [account, kind, text, this.clock.now()])
  }

  /** As `raise`, in a transaction. */
  async raiseIn(tx: Tx, account: string, kind: AlarmKind, text: string): Promise<void> {
    this.log.error(`${account}: ${kind}: ${text}`)
    await tx.query(raise, [account, kind, text, this.clock.now()])
  }
}
