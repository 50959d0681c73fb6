import { createHash } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Makers } from './makers'
import { readZoneLink, removeEndedLink, type ZoneLink } from './zone-link.store'

/** Finds the zone and the contact of a link. */
@Injectable()
export class ZoneLinks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly makers: Makers,
  ) {}

  /**
   * Reads a link. Fails with `zone_not_found` when it is unknown or expired, its zone is deleted, or its maker may not act
   * for the account of the zone any more. A link whose maker has lost this right, its API key or its password is deleted: it
   * does not work again when the right comes back.
   */
  async open(token: string, call: Call): Promise<ZoneLink> {
    const hash = hashOf(token)
    const [link] = await this.database.read(readZoneLink, { hash, now: this.clock.machineNow() })
    if (!link) return fail('zone_not_found')
    const makers = await this.makers.active([link.contactId], link.resellerId, call)
    if (makers.some(({ stamp }) => (link.makerStamp ?? stamp) === stamp)) {
      const { resellerId, contactId, username, name } = link
      tellAudit(call, { resellerId, subject: `zone ${name}`, actor: { contactId, username } })
      return link
    }
    await this.database.read(removeEndedLink, { hash })
    return fail('zone_not_found')
  }
}

/** The call of a link's holder, who acts for the contact who created the link, in that one zone. */
export function callOf({ resellerId, contactId, username }: ZoneLink, call: Call): Call {
  return { ...call, actor: { resellerId, contactId, username, role: 'tech', scope: ['read', 'write'] } }
}

/** Links are stored as hashes, so that a reader of the table cannot open any. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
