import { Controller } from '@nestjs/common'
import { announceMaintenance } from '@nameyard/contracts/domains/announce-maintenance'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { soldAt } from '../tlds/catalogue'
import { RulesInForce } from '../tlds/rules-in-force'
import { soldOf } from './as-sold'
import { maintenanceForOperator } from './maintenance-on-wire'
import { PlannedMaintenances } from './planned-maintenances'

/** Announces a maintenance of a registry to all accounts. For operators. */
@Controller()
export class AnnounceMaintenance {
  constructor(
    private readonly maintenances: PlannedMaintenances,
    private readonly rules: RulesInForce,
    private readonly clock: Clock,
  ) {}

  @Handles(announceMaintenance)
  async execute(given: Input<typeof announceMaintenance>, call: Call): Promise<Result<typeof announceMaintenance>> {
    const { registryAccount, startsAt, endsAt, impact, text } = given
    await this.rules.refresh()
    const extensions = this.extensionsOf(given)
    const announced = await this.maintenances.announce(
      {
        registryAccount: registryAccount ?? null,
        extensions,
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
        impact,
        text,
      },
      call,
    )
    return maintenanceForOperator(announced)
  }

  /** The extensions that are sold now and affected: those that are named, or all of the account. */
  private extensionsOf({ registryAccount, extensions }: Input<typeof announceMaintenance>): string[] {
    const now = this.clock.now()
    if (registryAccount === undefined) {
      if (!extensions) fail('invalid_input', { field: 'extensions', problem: 'name extensions or an account' })
      const sold = new Set(soldAt(now).map(({ extension }) => extension))
      for (const extension of extensions) if (!sold.has(extension)) fail('tld_not_found', { extension })
      return [...new Set(extensions)].toSorted()
    }
    const served = soldOf(registryAccount, now)
    if (served.length === 0) fail('registry_account_not_found', { account: registryAccount })
    const other = extensions?.find((each) => !served.includes(each))
    if (other !== undefined) fail('tld_not_found', { extension: other })
    return extensions ? [...new Set(extensions)].toSorted() : [...served]
  }
}
