import { Controller, Inject } from '@nestjs/common'
import { publishZone } from '@nameyard/contracts/dns/publish-zone'
import { secureZone } from '@nameyard/contracts/dns/secure-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { refuseSigning } from '../zones/signer-records'
import { changeColumns, changeZone, columnsOf, lockZone, signerRecords, type ChangedZone } from '../zones/zone.store'
import { signerTypes } from './signer-types'
import { ZoneSigning } from './zone-signing'

@Controller()
export class SecureZone {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(ZoneSigning) private readonly signing: ZoneSigning,
  ) {}

  /** Turns the switch of a zone, as a change of the zone does. */
  @Handles(secureZone)
  async execute(input: Input<typeof secureZone>, call: Call): Promise<Result<typeof secureZone>> {
    const { resellerId, name, isSecured } = input
    if (isSecured) this.signing.refuseUnavailable('is_dnssec_enabled')
    return this.database.unitOfWork(call, async (tx) => {
      const [zone] = await tx.query<{ id: number; version: number }>(lockZone, [resellerId, name, null])
      if (zone === undefined) return isSecured ? fail('zone_not_found') : {}
      if (isSecured) refuseSigning('is_dnssec_enabled', await tx.query(signerRecords, [zone.id, signerTypes]))
      if (!(await this.signing.turn(tx, zone.id, isSecured))) return {}
      const nothing = { removed: [], added: [] }
      const note = changeColumns(call, secureZone.id, nothing)
      const values = [zone.id, this.clock.now(), [], [], [], ...columnsOf([]), ...note]
      const [changed] = await tx.query<{ id: number; version: number }>(changeZone, values)
      const { id: zoneId, version } = changed as ChangedZone
      await this.outbox.append(tx, publishZone, { zoneId, name, version })
      return {}
    })
  }
}
