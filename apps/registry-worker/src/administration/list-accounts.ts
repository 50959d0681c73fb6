import { Controller } from '@nestjs/common'
import type { Result } from '@nameyard/contracts/operation'
import { listRegistryAccounts } from '@nameyard/contracts/registry/list-accounts'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Accounts } from '../accounts/account.store'
import type { Alarm } from '../accounts/alarm.store'
import { Registries } from '../registries/registries'

type Counts = Result<typeof listRegistryAccounts>['accounts'][number]['operations']

const ALARMS = statement<{ account: string }, Omit<Alarm, 'account'>>(
  'alarms.of-account',
  ({ account }) => sql`
    select kind, text, first_at as "firstAt", last_at as "lastAt", times from alarm where account = ${account}
    order by first_at`,
)

const COUNT_OPERATIONS = statement<{ account: string }, Counts>(
  'operations.count-unfinished',
  ({ account }) => sql`
    select count(*) filter (where state = 'queued')::int as queued,
      count(*) filter (where state = 'executing')::int as executing,
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'unknown')::int as unknown
    from operation where account = ${account} and state not in ('done', 'refused', 'failed')`,
)

/** Lists every account with the reasons why it is paused or closed. */
@Controller()
export class ListAccounts {
  constructor(
    private readonly database: Database,
    private readonly registries: Registries,
    private readonly accounts: Accounts,
  ) {}

  @Handles(listRegistryAccounts)
  async execute(): Promise<Result<typeof listRegistryAccounts>> {
    return {
      accounts: await Promise.all(
        this.registries.all.map(async (registry) => {
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
            ...(known?.crowdedUntil && { crowdedUntil: known.crowdedUntil.toISOString() }),
            ...(known?.unpaidUntil && { unpaidUntil: known.unpaidUntil.toISOString() }),
            isPasswordInDoubt: known?.isPasswordInDoubt ?? false,
            alarms: raised.map(({ kind, text, firstAt, lastAt, times }) => ({
              kind,
              text,
              firstAt: firstAt.toISOString(),
              lastAt: lastAt.toISOString(),
              times,
            })),
            operations: operations!,
          }
        }),
      ),
    }
  }
}
