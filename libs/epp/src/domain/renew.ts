import { objectCommand, type Command } from '../command'
import { InvalidValue, label } from '../constraints'
import { ElementReader } from '../element-reader'
import { DOMAIN } from '../namespaces'
import { elementsOf } from '../xml'
import { encodePeriod, type Period } from './period'

const domain = elementsOf(DOMAIN)

export interface DomainToRenew {
  readonly name: string
  /**
   * The expiry date that we know, `2027-11-20`. The registry refuses another one, so that a repeated command does not
   * renew twice.
   */
  readonly curExpDate: string
  readonly period?: Period
}

export interface RenewedDomain {
  /** Absent at registries that do not return it: read it with `info`. */
  readonly exDate: Date | undefined
}

/** Extends a registration (RFC 5731 section 3.2.3). Some registries answer without `renData`. */
export function renewDomain({ name, curExpDate, period }: DomainToRenew): Command<RenewedDomain> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(curExpDate)) throw new InvalidValue('curExpDate', 'must be a day: YYYY-MM-DD')
  const payload = domain('renew', [
    domain('name', label('name', name)),
    domain('curExpDate', curExpDate),
    period && encodePeriod(period),
  ])
  return objectCommand('domain', 'renew', payload, ({ resData }) => {
    const renData = resData.find(({ ns, local }) => ns === DOMAIN && local === 'renData')
    return { exDate: renData && new ElementReader(renData).optionalDate('exDate') }
  })
}
