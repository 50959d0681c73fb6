import type { Result } from '@nameyard/contracts/operation'
import { listRegistryAccounts } from '@nameyard/contracts/registry/list-accounts'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'
import { Registries } from '../registries/registries'
import { Accounts } from './account.store'
import type { Alarm } from './alarm.store'

const alarms = statement(
  'alarms.of-account',
  `select kind, text, first_at as "firstAt", last_at as "lastAt", times from alarm where account = $1 order by first_at`,
)

const counted = statement(
  'operations.counted',
  `select count(*) filter (where state = 'queued')::int as queued,
     count(*) filter (where state = 'executing')::int as executing,
     count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'unknown')::int as unknown
   from operation where account = $1 and state not in ('done', 'refused', 'failed')`,
)

type Counted = Result<typeof listRegistryAccounts>['accounts'][number]['operations']

/** Shows an operator every account and what keeps it from working. */
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
          const { account, tlds } = registry
          const [known, raised, [operations]] = await Promise.all([
            this.accounts.get(account),
            this.database.read<Alarm & { [column: string]: unknown }>(alarms, [account]),
            this.database.read<Counted & { [column: string]: unknown }>(counted, [account]),
          ])
          return {
            account,
            extensions: [...tlds.keys()].filter((tld) => this.registries.of(tld) === registry),
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
