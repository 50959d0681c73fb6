import { randomBytes } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { createDomainToken } from '@nameyard/contracts/dns/create-domain-token'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { parseDomainName } from '@nameyard/names/domain-name'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { Makers } from './makers'
import { insertZoneLink } from './zone-link.store'
import { hashOf } from './zone-links'

@Controller()
export class CreateDomainToken {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly makers: Makers,
  ) {}

  /** Creates a link to one zone. The answer has the token; only its hash is stored. */
  @Handles(createDomainToken)
  async execute(
    { domain, zone_provider }: Input<typeof createDomainToken>,
    call: Call,
  ): Promise<Result<typeof createDomainToken>> {
    const parsed = parseDomainName(domain)
    if (!parsed.ok) {
      const { problem } = parsed.error
      return fail('domain_name_invalid', { domain, problem }, [{ path: 'domain', problem }])
    }
    if (zone_provider !== 'openprovider') return fail('zone_not_found')
    const token = randomBytes(32).toString('base64url')
    const now = this.clock.machineNow()
    const { contactId, username, resellerId } = call.actor!
    const stamp = await this.makers.stampOf(call.actor!, call)
    if (stamp === undefined) return fail('access_denied')
    await this.database.unitOfWork(call, async (tx) => {
      const links = await tx.query(insertZoneLink, {
        hash: hashOf(token),
        resellerId,
        name: parsed.value.ascii,
        contactId,
        username,
        stamp,
        now,
        expiresAt: new Date(now.getTime() + this.config.ZONE_LINK_MINUTES * 60_000),
      })
      if (links.length === 0) fail('zone_not_found')
    })
    return { token, url: `${this.config.PUBLIC_URL.replace(/\/$/, '')}/zone/${token}` }
  }
}
