import type { createDomain } from '@nameyard/contracts/domains/create-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Input } from '@nameyard/contracts/operation'
import { orderedZoneKeys } from '../delegation/zone-keys'
import type { Application, ZoneKey } from '../lifecycle/model/domain'
import { refuseWrongData } from '../requirements/requirements'
import { isSigned } from '../tlds/catalogue'
import { refuseUncountedOrder } from '../tlds/contact-counts'
import { refuseMissingScript, refuseWrongScript } from '../tlds/idn-table'
import { refuseUnfit, requestedName, type RequestedName } from '../tlds/requested-name'
import { orderedApplication } from './launch-order'
import { orderedYears, refuseUnavailable } from './unavailable-options'

/** The order of a new domain, read from its fields and checked against the rules of its extension. */
export interface CreateOrder {
  readonly requested: RequestedName
  readonly years: number
  readonly application: Application | null
  readonly zoneKeys: readonly ZoneKey[]
}

/**
 * Reads the order of a new domain. Refuses values that its extension does not accept, before it sends requests to other
 * services.
 */
export function readCreateOrder(order: Input<typeof createDomain>): CreateOrder {
  const requested = requestedName(order.domain)
  const { extension, tld } = requested
  if (!isSigned(tld)) fail('contract_unsigned', { extension })
  refuseUnfit(requested)
  refuseUnavailable(order, tld)
  refuseUncountedOrder(order, tld)
  refuseWrongData(extension, order.additional_data ?? {}, 'create')
  refuseWrongScript(requested, order.additional_data?.idn_script)
  refuseMissingScript(requested, order.additional_data?.idn_script)
  return {
    requested,
    years: orderedYears(order, tld),
    application: orderedApplication(order, tld),
    zoneKeys: orderedZoneKeys(order, tld),
  }
}
