import { cleanUpZone } from '@nameyard/contracts/dns/clean-up-zone'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { getTemplate } from '@nameyard/contracts/dns/get-template'
import { fail, Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Rpc } from '@nameyard/messaging/rpc'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable, Logger } from '@nestjs/common'
import { hasOther } from './domain.store'
import type { Domain } from './model/domain'

/** How an order names the template: by number, where 0 is none, by name, or by both. */
interface TemplateChoice {
  readonly ns_template_id?: number | undefined
  readonly ns_template_name?: string | undefined
}

/** A name as it is ordered, or as an account has it. */
type Named = Pick<Domain, 'name' | 'label' | 'extension'>

/** What an order is refused with where its zone cannot be made; a template may hold records that fit other names alone. */
const told: readonly ErrorName[] = ['template_not_found', 'zone_unavailable', 'service_unavailable']

/** The zone of a name that is ordered with a template. */
@Injectable()
export class ZoneOfTemplate {
  private readonly log = new Logger('orders')

  constructor(
    private readonly rpc: Rpc,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * The name of the template that an order wants; a number and a name are those of one template.
   * @throws template_not_found
   */
  async chosen(
    { ns_template_id: id = 0, ns_template_name: said }: TemplateChoice,
    { repeat: _, ...call }: Call,
  ): Promise<string | undefined> {
    if (id === 0) return said
    const { name } = await this.rpc.call(getTemplate, { id }, call)
    if (said !== undefined && said.trim().toLowerCase() !== name.toLowerCase()) {
      fail('invalid_input', { field: 'ns_template_name', problem: 'is not that of ns_template_id' })
    }
    return name
  }

  /**
   * Places an order of a name with its zone made before: the nameservers answer for it when the registry delegates to
   * them. A zone that is there stays as it is; one that was made goes again when the order is refused, unless the account
   * has the name already.
   * @param place places the order, dated with the instant before the zone was made: the zone is of the order.
   * @throws template_not_found, zone_unavailable
   */
  async around<Placed>(
    named: Named,
    template: string | undefined,
    call: Call,
    place: (orderedAt: Date) => Promise<Placed>,
  ): Promise<Placed> {
    const orderedAt = this.clock.now()
    const isMade = template !== undefined && (await this.make(named, template, call))
    try {
      return await place(orderedAt)
    } catch (error) {
      if (isMade) await this.takeAway(named, orderedAt, call)
      throw error
    }
  }

  /** Says whether there was none before. */
  private async make({ label, extension }: Named, template: string, { repeat: _, ...call }: Call) {
    const wish = { domain: { name: label, extension }, type: 'master', template_name: template } as const
    try {
      await this.rpc.call(createZone, wish, call)
      return true
    } catch (error) {
      if (!(error instanceof Refusal) || told.includes(error.refusal)) throw error
      if (error.refusal === 'zone_exists') return false
      return fail('invalid_input', { field: 'ns_template_name', problem: 'its records do not fit this name' })
    }
  }

  /** An order of the name that was placed beside this one, or by it after all, keeps the zone. */
  private async takeAway({ name }: Named, begunAt: Date, call: Call): Promise<void> {
    const { correlationId } = call
    const resellerId = resellerOf(call)
    await this.database
      .unitOfWork({ correlationId }, async (tx) => {
        if (await hasOther(tx, { resellerId, name })) return
        const endedAt = this.clock.now().toISOString()
        await this.outbox.append(tx, cleanUpZone, { resellerId, name, endedAt, begunAt: begunAt.toISOString() })
      })
      .catch((error: Error) => this.log.warn(`the zone of ${name} stays without a domain: ${error.message}`))
  }
}
