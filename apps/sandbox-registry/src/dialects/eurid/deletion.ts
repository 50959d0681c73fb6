import { lockOwnDomain, refuseProhibited } from '../../commands/domain/own-domain'
import { restoreDomain } from '../../commands/domain/restore-domain'
import { Refusal } from '../../model/result'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import type { Answer } from '../../protocol/command'
import { Fields, onlyChild, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import type { DialectCommand } from '../dialect'
import { restoreRequest } from '../planned-deletion'

/** Plans the deletion of a domain, or undoes one: a planned one, or that of a domain in quarantine, which costs money. */
export async function changeDeletion(extension: Element, { request, context }: DialectCommand): Promise<Answer> {
  const fields = new Fields(request.payload)
  const nameField = fields.required('name')
  fields.end()
  const what = onlyChild(extension)
  const { domain } = await lockOwnDomain(nameField, context)
  const { deletesAt: planned, ...own } = await findOwnOfDomain(context.db, domain.name)
  if (what.local === 'cancel') {
    if (domain.rgp !== null) return restoreDomain(restoreRequest, nameField, context)
    if (planned === undefined) throw new Refusal(2304, 'no deletion of the domain is planned')
    await putOwnOfDomain(context.db, domain.name, own)
    return { code: 1000 }
  }
  refuseProhibited(domain, 'Delete')
  const plan = new Fields(what)
  const dateField = plan.required('delDate')
  plan.end()
  const deletesAt = new Date(token(dateField, [10, 40]))
  if (!(deletesAt > context.now && deletesAt <= domain.expiresAt))
    throw refuseValue(dateField, 2004, 'the day is between now and the end of the registration')
  await putOwnOfDomain(context.db, domain.name, { ...own, deletesAt: deletesAt.toISOString() })
  return { code: 1000 }
}
