import { lockOwnDomain, refuseProhibited } from '../../commands/domain/own-domain'
import { restoreDomain } from '../../commands/domain/restore-domain'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import type { Answer } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import type { DialectCommand } from '../dialect'
import { restoreRequest } from '../planned-deletion'

/** Plans the deletion of a domain on a day. */
export async function planDeletion(extension: Element, { request, context }: DialectCommand): Promise<Answer> {
  const { db, now } = context
  const fields = new Fields(request.payload)
  const nameField = fields.required('name')
  fields.end()
  const outer = new Fields(extension)
  const middle = new Fields(outer.required('delete'))
  outer.end()
  const plan = new Fields(middle.required('domain'))
  middle.end()
  const date = plan.required('deleteDate')
  plan.end()
  const { domain } = await lockOwnDomain(nameField, context)
  refuseProhibited(domain, 'Delete')
  const deletesAt = new Date(token(date, [10, 40]))
  if (!(deletesAt > now && deletesAt <= domain.expiresAt))
    throw refuseValue(date, 2004, 'the day is between now and the end of the registration')
  const own = await findOwnOfDomain(db, domain.name)
  await putOwnOfDomain(db, domain.name, { ...own, deletesAt: deletesAt.toISOString() })
  return { code: 1000 }
}

/** Takes a domain out of its quarantine. */
export async function undelete({ request: { payload }, context }: DialectCommand): Promise<Answer> {
  const fields = new Fields(payload)
  const nameField = fields.required('name')
  fields.end()
  return restoreDomain(restoreRequest, nameField, context)
}
