import { insertCharge, refuseUnpaid } from '../../billing/charge.store'
import { lockOwnDomain, refuseProhibited } from '../../commands/domain/own-domain'
import { Refusal } from '../../model/result'
import { putExpiry } from '../../objects/domain-lifecycle.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'

const DAY_MS = 86_400_000

/** Moves the end of a registration forward to the next such day of the year. The days are charged as parts of a year. */
export async function syncDomain(payload: Element, extension: Element, context: ObjectContext): Promise<Answer> {
  const { db, now, registrar, svTRID } = context
  const update = new Fields(payload)
  const nameField = update.required('name')
  const change = update.optional('chg')
  update.end()
  if (change && change.children.length > 0) throw new Refusal(2306, 'a sync changes nothing else')
  const fields = new Fields(extension)
  const dayField = fields.required('expMonthDay')
  fields.end()
  const [, month, day] = /^--(\d\d)-(\d\d)$/.exec(token(dayField, [1, 20])) ?? []
  if (month === undefined || day === undefined) throw refuseValue(dayField, 2005, 'that is not a day of the year')

  const { domain, rules } = await lockOwnDomain(nameField, context)
  refuseProhibited(domain, 'Update')
  const expiresAt = nextDay(domain.expiresAt, Number(month), Number(day))
  if (!expiresAt) throw refuseValue(dayField, 2004, 'the year has no such day')
  const days = Math.round((expiresAt.getTime() - domain.expiresAt.getTime()) / DAY_MS)
  const { currency } = rules
  const cents = Math.ceil((rules.renewCents * days) / 365)
  await refuseUnpaid(db, { registrar, cents, currency })
  await putExpiry(db, domain.name, expiresAt)
  const charge = { at: now, registrar, domain: domain.name, kind: 'renew', years: 0, cents, currency, svTRID } as const
  await insertCharge(db, charge, undefined)
  return { code: 1000 }
}

/** The first such day after an instant, at the same time of the day; undefined for a day that does not exist. */
function nextDay(after: Date, month: number, day: number): Date | undefined {
  for (const year of [after.getUTCFullYear(), after.getUTCFullYear() + 1]) {
    const next = new Date(after)
    next.setUTCFullYear(year, month - 1, day)
    if (next.getUTCMonth() !== month - 1 || next.getUTCDate() !== day) return undefined
    if (next > after) return next
  }
  return undefined
}
