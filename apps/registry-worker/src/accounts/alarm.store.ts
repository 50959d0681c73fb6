import { Injectable, Logger } from '@nestjs/common'
import { Database, type Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'

/** A problem of a registry account that an operator must look at. */
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
 * - money: the registry refused a command with 2104 (billing failure), or warned about a low balance.
 * - message: a message of the registry has an unknown form.
 * - password: the registry warns about our password or certificate.
 * - clock: the registry's clock differs from ours by more than a minute.
 * - refusal: the registry refuses the desired state of a domain, and the change is not retried.
 */
export type AlarmKind = 'login' | 'money' | 'message' | 'password' | 'clock' | 'refusal'

const RAISE = statement<{ account: string; kind: AlarmKind; text: string; now: Date }>(
  'alarms.raise',
  ({ account, kind, text, now }) => sql`
    insert into alarm (account, kind, text, first_at, last_at, times)
    values (${account}, ${kind}, ${text}, ${now}, ${now}, 1)
    on conflict (account, kind) do update set text = excluded.text, last_at = excluded.last_at,
      times = alarm.times + 1`,
)

/** Alarms appear in the log at once, and in the list of accounts until the account is resumed. */
@Injectable()
export class Alarms {
  private readonly log = new Logger('alarm')

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async raise(account: string, kind: AlarmKind, text: string): Promise<void> {
    this.log.error(`${account}: ${kind}: ${text}`)
    await this.database.read(RAISE, { account, kind, text, now: this.clock.now() })
  }

  /** `raise` in a transaction. */
  async raiseIn(tx: Tx, account: string, kind: AlarmKind, text: string): Promise<void> {
    this.log.error(`${account}: ${kind}: ${text}`)
    await tx.query(RAISE, { account, kind, text, now: this.clock.now() })
  }
}
