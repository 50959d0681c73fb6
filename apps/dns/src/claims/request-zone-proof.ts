import { randomBytes } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { requestZoneProof } from '@nameyard/contracts/dns/request-zone-proof'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { NameControl } from '../control/name-control'
import { Holders } from '../holders/holders'
import { countOtherProofs, lockProofs, openProof } from './claim.store'
import { claimable, proofNameOf } from './claimable'

/** How long a record can be used: owners need days to change a zone. */
const VALID_MS = 7 * 24 * 3_600_000

@Controller()
export class RequestZoneProof {
  constructor(
    private readonly database: Database,
    private readonly holders: Holders,
    private readonly control: NameControl,
    private readonly clock: Clock,
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
  ) {}

  /** Returns the same record until it expires, so that a record that is published already stays valid. */
  @Handles(requestZoneProof)
  async execute(input: Input<typeof requestZoneProof>, call: Call): Promise<Result<typeof requestZoneProof>> {
    const resellerId = resellerOf(call)
    const name = claimable(input.name)
    const holder = await this.holders.now(name, call)
    if (holder && holder.resellerId !== resellerId) fail('zone_unavailable', { zone: name })
    const name_servers = [...(await this.control.provingNameservers(resellerId, call))]
    const now = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const value = `nameyard-challenge=${randomBytes(20).toString('hex')}`
      const made = { name, resellerId, value, now, expiresAt: new Date(now.getTime() + VALID_MS) }
      await tx.query(lockProofs, { resellerId })
      const [others] = await tx.query(countOtherProofs, made)
      const limit = this.config.ZONE_PROOFS_OPEN
      if (others!.proofs >= limit) fail('zone_proofs_open', { limit })
      const [open] = await tx.query(openProof, made)
      const record = { type: 'TXT' as const, name: proofNameOf(name), value: open!.value }
      return { record, expiration_date: printDate(open!.expiresAt), name_servers }
    })
  }
}
