import { Injectable, Logger } from '@nestjs/common'
import { cleanUpZone } from '@nameyard/contracts/dns/clean-up-zone'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { getTemplate } from '@nameyard/contracts/dns/get-template'
import { prepareZone } from '@nameyard/contracts/dns/prepare-zone'
import { fail, Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Rpc } from '@nameyard/messaging/rpc'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { hasOther } from '../lifecycle/domain.store'
import type { Domain, Nameserver } from '../lifecycle/model/domain'
import { DnssecSwitch, type DnssecRequest } from './dnssec-switch'

/** How an order names a template: by number, where 0 means none, by name, or by both. */
interface TemplateChoice {
  readonly ns_template_id?: number | undefined
  readonly ns_template_name?: string | undefined
}

/** What the dns service prepares before an order is placed. */
interface ZoneSetup {
  /** Name of the template that the zone is created from. */
  readonly template?: string | undefined
  /** Whether the zone may wait for the success of the order where another account has a zone at the name. */
  readonly mayWait?: boolean
  /** The DNSSEC switch of the request, with the nameservers that the domain is delegated to. */
  readonly dnssec?: (DnssecRequest & { readonly nameservers: readonly Nameserver[] }) | undefined
}

type Named = Pick<Domain, 'name' | 'label' | 'extension'>

/**
 * Refusals of the dns service that refuse the order unchanged. Other refusals mean that the records of the template do
 * not fit the name.
 */
const passedOn: readonly ErrorName[] = ['template_not_found', 'zone_unavailable', 'service_unavailable']

/** The zone of a name that is ordered or changed: created from a template, and signed. */
@Injectable()
export class OrderedZone {
  private readonly log = new Logger('orders')

  constructor(
    private readonly rpc: Rpc,
    private readonly dnssec: DnssecSwitch,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the name of the template that an order chooses. A number and a name must belong to the same template.
   * @throws template_not_found
   */
  async templateOf(
    { ns_template_id: id = 0, ns_template_name: given }: TemplateChoice,
    { repeat: _, ...call }: Call,
  ): Promise<string | undefined> {
    if (id === 0) return given
    const { name } = await this.rpc.call(getTemplate, { id }, call)
    if (given !== undefined && given.trim().toLowerCase() !== name.toLowerCase()) {
      fail('invalid_input', { field: 'ns_template_name', problem: 'is not that of ns_template_id' })
    }
    return name
  }

  /**
   * Creates and signs the zone, then places the order: the nameservers answer as soon as the registry delegates to them. An
   * existing zone is not changed. A zone that was created here is removed when the order is refused, unless the account has
   * the name already. Where another account has a zone at the name, the zone of an order is only prepared: it takes effect
   * when the order succeeds.
   * @param place places the order, dated with the instant before the zone was created, so that the zone belongs to it.
   * @throws template_not_found, zone_unavailable
   */
  async around<Placed>(
    named: Named,
    { template, mayWait = false, dnssec }: ZoneSetup,
    call: Call,
    place: (orderedAt: Date) => Promise<Placed>,
  ): Promise<Placed> {
    const orderedAt = this.clock.now()
    const isCreated = template !== undefined && (await this.create(named, template, mayWait, call))
    try {
      if (dnssec) {
        const { name } = named
        await this.dnssec.turn(dnssec, { resellerId: resellerOf(call), name, nameservers: dnssec.nameservers }, call)
      }
      return await place(orderedAt)
    } catch (error) {
      if (isCreated) await this.remove(named, orderedAt, call)
      throw error
    }
  }

  /** Creates or prepares the zone. Returns false when the account has one already. */
  private async create(
    { name, label, extension }: Named,
    template: string,
    mayWait: boolean,
    { repeat: _, ...call }: Call,
  ): Promise<boolean> {
    // The key could make records in another way than by a change of its zones.
    if (call.actor?.limits) fail('key_limits_operation')
    const zone = { domain: { name: label, extension }, type: 'master', template_name: template } as const
    try {
      await this.rpc.call(createZone, zone, call)
      return true
    } catch (error) {
      if (mayWait && error instanceof Refusal && error.refusal === 'zone_unavailable') {
        await this.rpc.call(prepareZone, { resellerId: resellerOf(call), name, template_name: template }, call)
        return true
      }
      if (!(error instanceof Refusal) || passedOn.includes(error.refusal)) throw error
      if (error.refusal === 'zone_exists') return false
      return fail('invalid_input', { field: 'ns_template_name', problem: 'its records do not fit this name' })
    }
  }

  /** Removes the zone, unless the account has a domain or order of the name: this order, after all, or another one. */
  private async remove({ name }: Named, begunAt: Date, call: Call): Promise<void> {
    const { correlationId } = call
    const resellerId = resellerOf(call)
    await this.database
      .unitOfWork({ correlationId }, async (tx) => {
        if (await hasOther(tx, { resellerId, name })) return
        const endedAt = this.clock.now().toISOString()
        await this.outbox.append(tx, cleanUpZone, { resellerId, name, endedAt, begunAt: begunAt.toISOString() })
      })
      .catch((error: Error) => this.log.warn(`the zone of ${name} remains without a domain: ${error.message}`))
  }
}
