import { Refusal } from '../../model/result'
import { Fields, token } from '../../xml/fields'
import type { Element } from '../../xml/read'
import type { Answer, ObjectContext } from '../command'
import { refuseForbidden } from '../statuses'
import { eraseHost } from './host.store'
import { holdOwnHost } from './own-host'

/** Deletes a host (RFC 5732 section 3.2.2); 2305 while a domain is delegated to it. */
export async function deleteHost(payload: Element, context: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const name = token(fields.required('name'), [1, 255]).toLowerCase()
  fields.end()
  const host = await holdOwnHost(name, context)
  refuseForbidden(host.setStatuses, 'Delete', [])
  if (host.isLinked) throw new Refusal(2305, 'a domain is delegated to the host')
  await eraseHost(context.db, name)
  return { code: 1000 }
}
