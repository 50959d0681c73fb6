import { Controller } from '@nestjs/common'
import type { Result } from '@nameyard/contracts/operation'
import { describeRegistryStatus } from '@nameyard/contracts/registry/describe-status'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { Accounts, type Account } from '../accounts/account.store'
import { Registries } from '../registries/registries'
import type { RegistryAccount } from '../registries/registry'
import type { AnnouncedMaintenance } from './maintenance.store'
import { Maintenances } from './maintenances'

/** A connection may be lost and opened again without anyone noticing. */
const UNNOTICED_MS = 60_000

type Status = Result<typeof describeRegistryStatus>['registries'][number]

/** Describes whether registries work and what they have planned, by extension. */
@Controller()
export class DescribeStatus {
  constructor(
    private readonly registries: Registries,
    private readonly accounts: Accounts,
    private readonly maintenances: Maintenances,
    private readonly clock: Clock,
  ) {}

  @Handles(describeRegistryStatus)
  async execute(): Promise<Result<typeof describeRegistryStatus>> {
    const [planned, accounts] = await Promise.all([this.maintenances.present(), this.accounts.all()])
    const registries = this.registries.all.map((registry) => {
      const { account } = registry
      const own = planned.filter((each) => each.account === account)
      return this.statuses(registry, accounts.get(account), own)
    })
    return { registries: registries.flat() }
  }

  /** One status for each extension of the account: a maintenance may affect some of them. */
  private statuses(
    registry: RegistryAccount,
    account: Account | undefined,
    planned: readonly AnnouncedMaintenance[],
  ): Status[] {
    const served = this.registries.servedBy(registry)
    const now = this.clock.now()
    return served.map((extension) => {
      const own = planned.filter(({ tlds }) => tlds.length === 0 || tlds.includes(extension))
      const since = problemOf(account, now)
      return {
        extension,
        state: account?.isSuspended ? 'maintenance' : since ? 'outage' : 'ok',
        ...(since && { since: since.toISOString() }),
        maintenances: own.map(({ id, startAt, endAt, reason, impact, tlds }) => ({
          account: registry.account,
          maintenanceId: id,
          startsAt: startAt.toISOString(),
          endsAt: endAt.toISOString(),
          reason,
          impact,
          extensions: tlds.length === 0 ? served : served.filter((each) => tlds.includes(each)),
        })),
      }
    })
  }
}

/** Since when nothing is sent: the account is closed, or the registry does not answer. */
function problemOf(account: Account | undefined, now: Date): Date | undefined {
  if (account?.closedAt) return account.closedAt
  const since = account?.unreachableSince
  return since && now.getTime() - since.getTime() >= UNNOTICED_MS ? since : undefined
}
