import { Refusal } from '../../model/result'
import { deleteHostRow } from '../../objects/host.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { refuseForbidden } from '../../protocol/statuses'
import { Fields, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { lockOwnHost } from './own-host'

/** Deletes a host (RFC 5732 section 3.2.2); 2305 while a domain is delegated to it. */
export async function deleteHost(payload: Element, context: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const name = token(fields.required('name'), [1, 255]).toLowerCase()
  fields.end()
  const host = await lockOwnHost(name, context)
  refuseForbidden(host.setStatuses, 'Delete', [])
  if (host.isLinked) throw new Refusal(2305, 'a domain is delegated to the host')
  await deleteHostRow(context.db, name)
  return { code: 1000 }
}
