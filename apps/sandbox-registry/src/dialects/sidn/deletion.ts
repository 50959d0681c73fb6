import { lockOwnDomain, refuseProhibited } from '../../commands/domain/own-domain'
import { restoreDomain } from '../../commands/domain/restore-domain'
import { Refusal } from '../../model/result'
import { findDeletion } from '../../objects/domain-lifecycle.store'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import type { Answer } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import type { DialectCommand } from '../dialect'
import { restoreRequest } from '../planned-deletion'
import { refused } from './refused'

/** Plans the deletion of a domain, or takes the plan back. The update changes nothing else. */
export async function scheduleDelete(extension: Element, { request, context }: DialectCommand): Promise<Answer> {
  const { db, now } = context
  const fields = new Fields(request.payload)
  const nameField = fields.required('name')
  fields.end()
  const plan = new Fields(extension)
  const operation = plan.required('operation')
  const date = plan.optional('date')
  plan.end()
  const { domain } = await lockOwnDomain(nameField, context)
  refuseProhibited(domain, 'Delete')
  const { deletesAt, ...own } = await findOwnOfDomain(db, domain.name)
  const kind = token(operation, [1, 60])
  if (kind === 'cancel') {
    if (deletesAt === undefined)
      throw refused(2304, { number: 'C0013', field: 'name', text: 'no deletion of the domain is planned' })
    await putOwnOfDomain(db, domain.name, own)
    return { code: 1000 }
  }
  if (kind !== 'setDate' && kind !== 'setDateToEndOfSubscriptionPeriod')
    throw refuseValue(operation, 2005, 'the operation is setDate, setDateToEndOfSubscriptionPeriod or cancel')
  if (kind === 'setDate' && !date) throw new Refusal(2003, 'the <date> is missing')
  const at = kind === 'setDate' ? new Date(token(date!, [10, 40])) : new Date(domain.expiresAt.getTime() - 1_000)
  if (!(at > now && at <= domain.expiresAt))
    throw refused(2004, { number: 'F0001', field: 'date', text: 'the day is between now and the end of the period' })
  await putOwnOfDomain(db, domain.name, { ...own, deletesAt: at.toISOString() })
  return { code: 1000 }
}

/** Takes a domain out of its quarantine. */
export async function cancelDelete({ request: { payload }, context }: DialectCommand): Promise<Answer> {
  const fields = new Fields(payload)
  const nameField = fields.required('name')
  fields.end()
  const { domain } = await lockOwnDomain(nameField, context)
  if ((await findDeletion(context.db, domain.name)) === undefined)
    throw refused(2304, { number: 'C0013', field: 'name', text: 'the domain is not in quarantine' })
  return restoreDomain(restoreRequest, childrenOf(payload, 'name')[0]!, context)
}
