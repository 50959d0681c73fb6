import { lockOwnDomain, refuseProhibited } from '../../commands/domain/own-domain'
import { restoreDomain } from '../../commands/domain/restore-domain'
import { addDays } from '../../model/calendar'
import { Refusal } from '../../model/result'
import { endDeletion, findDeletion, putDeletion } from '../../objects/domain-lifecycle.store'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import type { Answer } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import type { DialectCommand } from '../dialect'
import { restoreRequest } from '../planned-deletion'

/** Gives a domain up, at once or when it expires, or takes that back. The update changes nothing else. */
export async function flagDeletion(extension: Element, { request, context }: DialectCommand): Promise<Answer> {
  const { db, now, clTRID = null, svTRID } = context
  const fields = new Fields(request.payload)
  const nameField = fields.required('name')
  fields.end()
  const parts = new Fields(extension)
  const flag = parts.required('clientDelete')
  parts.end()
  const { domain, rules } = await lockOwnDomain(nameField, context)
  const { name } = domain
  const { givenUp: _, ...own } = await findOwnOfDomain(db, name)
  const atExpDate = ['1', 'true'].includes(flag.attributes.atExpDate ?? '0')
  if (!readBoolean(flag)) {
    await putOwnOfDomain(db, name, own)
    return (await findDeletion(db, name)) ? restoreDomain(restoreRequest, nameField, context) : { code: 1000 }
  }
  refuseProhibited(domain, 'Delete')
  await putOwnOfDomain(db, name, { ...own, givenUp: true })
  if (atExpDate) return { code: 1000 }
  const until = addDays(now, rules.redemptionDays)
  await putDeletion(db, name, { state: 'redemptionPeriod', until, redemptionUntil: until, clTRID, svTRID })
  return { code: 1000 }
}

function readBoolean(flag: Element): boolean {
  const value = token(flag, [1, 5], 'atExpDate')
  if (!['0', '1', 'false', 'true'].includes(value)) throw refuseValue(flag, 2005, 'that is not a boolean')
  return ['1', 'true'].includes(value)
}

/** Renews a domain, also one that is deactivated because it has expired. */
export async function renewDomain(command: DialectCommand): Promise<Answer> {
  const { request, context, proceed } = command
  const { db } = context
  const fields = new Fields(request.payload)
  const nameField = fields.required('name')
  const { domain } = await lockOwnDomain(nameField, context)
  const deletion = await findDeletion(db, domain.name)
  if (!deletion) return proceed()
  const { givenUp } = await findOwnOfDomain(db, domain.name)
  if (givenUp !== undefined) throw new Refusal(2304, 'the domain was given up')
  await endDeletion(db, domain.name)
  return proceed()
}
