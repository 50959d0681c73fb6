import { Controller } from '@nestjs/common'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import { findHolders } from '@nameyard/contracts/domains/find-holders'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { PreparedZones } from '../changing/prepared-zones'
import { delegateAgain } from '../dnssec/signing.store'
import { Handovers, type HeldDomain } from './handovers'

const ANSWER_MS = 10_000

@Controller()
export class OnDomainChanged {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rpc: Rpc,
    private readonly handovers: Handovers,
    private readonly prepared: PreparedZones,
  ) {}

  /**
   * Hands the zones over when the domain has a new holder. The registry may also lack the DS of a domain that is new here,
   * or that got other nameservers.
   */
  @Consumes(domainChanged)
  async on(event: Payload<typeof domainChanged>, { correlationId }: Delivery): Promise<void> {
    const { id: domainId, resellerId, name, version, isHeld, holding } = event
    const changedAt = new Date(event.changedAt)
    const described = { domainId, resellerId, name, version, changedAt }
    const domain = holding === undefined ? await this.described(described, correlationId) : { ...described, holding }
    await this.handovers.learn(correlationId, domain)
    if (!isHeld) await this.prepared.drop({ name, resellerId }, changedAt)
    if (isHeld) await this.database.read(delegateAgain, { resellerId, name, now: this.clock.now() })
  }

  /** The domain of an event that says nothing of its holder, which a release without this field has sent. */
  private async described(domain: Omit<HeldDomain, 'holding'>, correlationId: string): Promise<HeldDomain> {
    const call = { correlationId, deadline: this.clock.machineMs() + ANSWER_MS }
    const { holders } = await this.rpc.call(findHolders, { names: [domain.name] }, call)
    const [holder] = holders
    return holder ? { ...holder, changedAt: new Date(holder.changedAt) } : { ...domain, holding: null }
  }
}
