import { Controller } from '@nestjs/common'
import { secureZone } from '@nameyard/contracts/dns/secure-zone'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { refuseSigning } from '../dnssec/signer-records'
import { ZoneSigning } from '../dnssec/zone-signing'
import { PreparedZones } from './prepared-zones'
import { ZoneWrites } from './zone-writes'

@Controller()
export class SecureZone {
  constructor(
    private readonly database: Database,
    private readonly writes: ZoneWrites,
    private readonly signing: ZoneSigning,
    private readonly prepared: PreparedZones,
  ) {}

  /**
   * Switches the signing of a zone on or off, also of a prepared one. Does nothing when a zone that does not exist is to
   * be unsigned.
   */
  @Handles(secureZone)
  async execute(input: Input<typeof secureZone>, call: Call): Promise<Result<typeof secureZone>> {
    const { resellerId, name: apex, isSecured } = input
    if (isSecured) this.signing.refuseUnavailable('is_dnssec_enabled')
    return this.database.unitOfWork(call, async (tx) => {
      const { id, records } = await this.writes.lock(tx, { apex, zone: 'either' }, resellerId)
      if (id === undefined) {
        const isPrepared = await this.prepared.secure(tx, { name: apex, resellerId }, isSecured)
        return isSecured && !isPrepared ? fail('zone_not_found') : {}
      }
      if (isSecured) refuseSigning('is_dnssec_enabled', records)
      const isResigned = await this.signing.turn(tx, id, isSecured)
      const author = { call, source: secureZone.id }
      if (isResigned) await this.writes.change(tx, author, { id, apex }, { removed: [], retimed: [], added: [] })
      return {}
    })
  }
}
