import { Injectable } from '@nestjs/common'
import type { Result } from '@nameyard/contracts/operation'
import type { listRegistryAccounts } from '@nameyard/contracts/registry/list-accounts'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Accounts } from '../accounts/account.store'
import type { Alarm } from '../accounts/alarm.store'
import { Registries } from '../registries/registries'
import type { RegistryAccount } from '../registries/registry'

/** The state of an account, as operators see it. */
export type AccountState = Result<typeof listRegistryAccounts>['accounts'][number]

const ALARMS = statement<{ account: string }, Omit<Alarm, 'account'>>(
  'alarms.of-account',
  ({ account }) => sql`
    select kind, text, first_at as "firstAt", last_at as "lastAt", times from alarm where account = ${account}
    order by first_at`,
)

const COUNT_OPERATIONS = statement<{ account: string }, AccountState['operations']>(
  'operations.count-unfinished',
  ({ account }) => sql`
    select count(*) filter (where state = 'queued')::int as queued,
      count(*) filter (where state = 'executing')::int as executing,
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'unknown')::int as unknown
    from operation where account = ${account} and state not in ('done', 'refused', 'failed')`,
)

/** Reads the state of accounts, with the reasons why they are paused or closed. */
@Injectable()
export class AccountStates {
  constructor(
    private readonly database: Database,
    private readonly registries: Registries,
    private readonly accounts: Accounts,
  ) {}

  async of(registry: RegistryAccount): Promise<AccountState> {
    const { account } = registry
    const [known, raised, [operations]] = await Promise.all([
      this.accounts.get(account),
      this.database.read(ALARMS, { account }),
      this.database.read(COUNT_OPERATIONS, { account }),
    ])
    return {
      account,
      extensions: this.registries.servedBy(registry),
      ...(known?.closedAt && { closedAt: known.closedAt.toISOString() }),
      ...(known?.closedReason && { closedReason: known.closedReason }),
      isSuspended: known?.isSuspended ?? false,
      ...(known?.crowdedUntil && { crowdedUntil: known.crowdedUntil.toISOString() }),
      ...(known?.unpaidUntil && { unpaidUntil: known.unpaidUntil.toISOString() }),
      isPasswordInDoubt: known?.isPasswordInDoubt ?? false,
      ...(known && known.clockAheadMs !== null && { clockAheadMs: known.clockAheadMs }),
      ...(known?.balanceSeenAt && {
        balance: {
          ...(known.balance !== null && { amount: known.balance }),
          ...(known.creditLimit !== null && { creditLimit: known.creditLimit }),
          ...(known.balanceCurrency !== null && { currency: known.balanceCurrency }),
          seenAt: known.balanceSeenAt.toISOString(),
        },
      }),
      alarms: raised.map(({ kind, text, firstAt, lastAt, times }) => ({
        kind,
        text,
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
        times,
      })),
      operations: operations!,
    }
  }
}
