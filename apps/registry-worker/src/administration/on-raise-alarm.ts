import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { raiseRegistryAlarm } from '@nameyard/contracts/registry/raise-alarm'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Alarms } from '../accounts/alarm.store'
import { Registries } from '../registries/registries'

/** Raises an alarm at the request of another service. */
@Controller()
export class OnRaiseAlarm {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly registries: Registries,
    private readonly alarms: Alarms,
  ) {}

  @Consumes(raiseRegistryAlarm)
  async on({ registryTld, kind, text }: Payload<typeof raiseRegistryAlarm>, delivery: Delivery): Promise<void> {
    const registry = this.registries.of(registryTld)
    if (!registry) throw new Error(`no registry account serves .${registryTld}`)
    await this.database.unitOfWork(delivery, (tx) =>
      this.outbox
        .once(tx, delivery.messageId, 'registry-worker.alarm', () =>
          this.alarms.raiseIn(tx, registry.account, kind, text),
        )
        .then(() => undefined),
    )
  }
}
