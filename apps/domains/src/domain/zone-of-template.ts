import { createZone } from '@nameyard/contracts/dns/create-zone'
import { fail, Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { Rpc } from '@nameyard/messaging/rpc'
import type { RequestedName } from '../tlds/requested-name'

/** What an order is refused with where its zone cannot be made; a template may hold records that fit other names alone. */
const told: readonly ErrorName[] = ['template_not_found', 'zone_unavailable', 'service_unavailable']

/**
 * Makes the zone of a name that is ordered with a template, before the order is placed: the nameservers answer for it
 * when the registry delegates to them. A zone that is there stays as it is. One whose order is refused stands without a
 * domain, as zones may.
 *
 * @throws template_not_found, zone_unavailable
 */
export async function makeZoneOfTemplate(
  rpc: Rpc,
  { label, extension }: RequestedName,
  template: string | undefined,
  { repeat: _, ...call }: Call,
): Promise<void> {
  if (template === undefined) return
  const wish = { domain: { name: label, extension }, type: 'master', template_name: template } as const
  try {
    await rpc.call(createZone, wish, call)
  } catch (error) {
    if (!(error instanceof Refusal) || told.includes(error.refusal)) throw error
    if (error.refusal === 'zone_exists') return
    fail('invalid_input', { field: 'ns_template_name', problem: 'its records do not fit this name' })
  }
}
