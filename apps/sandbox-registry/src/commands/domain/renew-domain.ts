import { bill, price } from '../../billing/bill'
import { refuseUnpaid } from '../../billing/charge.store'
import { agreeFee, withCredit } from '../../extensions/fee'
import { addYears } from '../../model/calendar'
import { putExpiry } from '../../objects/domain-lifecycle.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { readYears } from '../../protocol/period'
import { Fields, refuseValue, token } from '../../xml/fields'
import { DOMAIN } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'
import { lockOwnDomain, refuseProhibited } from './own-domain'

/**
 * Renews a domain (RFC 5731 section 3.2.3). `curExpDate` must be its expiry date (2306), so that a repeated command does
 * not renew twice. The new expiry date must be within the longest period from now (2004).
 */
export async function renewDomain(payload: Element, context: ObjectContext): Promise<Answer> {
  const { db, registrar, now, svTRID } = context
  const fields = new Fields(payload)
  const nameField = fields.required('name')
  const dateField = fields.required('curExpDate')
  const periodField = fields.optional('period')
  fields.end()
  const date = token(dateField, [1, 16])
  if (!/^\d{4}-\d\d-\d\d(?:Z|[+-]\d\d:\d\d)?$/.test(date)) throw refuseValue(dateField, 2005, 'that is not a date')

  const { domain, rules } = await lockOwnDomain(nameField, context)
  refuseProhibited(domain, 'Renew')
  if (date.slice(0, 10) !== domain.expiresAt.toISOString().slice(0, 10)) {
    throw refuseValue(dateField, 2306, 'the domain does not expire on that day')
  }
  const years = periodField ? readYears(periodField, rules.periods.renew) : rules.defaultPeriodYears
  const expiresAt = addYears(domain.expiresAt, years)
  // Where the longest period is one year, a renewal before the end would always exceed it: one is possible.
  if (expiresAt > addYears(now, Math.max(rules.maxPeriodYears, 2))) {
    throw refuseValue(
      periodField ?? dateField,
      2004,
      `a domain is registered for ${rules.maxPeriodYears} years at most`,
    )
  }

  const fee = agreeFee(context, rules, { command: 'renew', years })
  const { name } = domain
  const cents = price(rules, 'renew', years)
  const { currency } = rules
  const credit = await refuseUnpaid(db, { registrar, cents, currency })
  await putExpiry(db, name, expiresAt)
  await bill(db, { at: now, registrar, domain: name, kind: 'renew', years, cents, currency, svTRID }, rules)
  return {
    code: 1000,
    extensions: withCredit(fee, credit),
    resData: element('domain:renData', { 'xmlns:domain': DOMAIN }, [
      element('domain:name', {}, name),
      element('domain:exDate', {}, expiresAt.toISOString()),
    ]),
  }
}
