import { createHash } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { readZoneLink, type ZoneLink } from './zone-link.store'

/** What links to zones open, for how long, and as whom their holders act. */
@Injectable()
export class ZoneLinks {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Reads a link; one that is unknown, over, or of a zone that is gone opens nothing (`zone_not_found`). */
  async open(token: string): Promise<ZoneLink> {
    const [link] = await this.database.read<ZoneLink>(readZoneLink, [hashOf(token), this.clock.machineNow()])
    return link ?? fail('zone_not_found')
  }
}

/** The call of somebody who holds a link: it acts for who made the link, in that one zone. */
export function callOf({ resellerId, contactId, username }: ZoneLink, call: Call): Call {
  return { ...call, actor: { resellerId, contactId, username, scope: ['read', 'write'] } }
}

/** Links are kept as their hashes: whoever reads the table can open none. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
