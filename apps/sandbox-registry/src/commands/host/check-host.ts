import { canonicalName } from '../../model/name'
import { Refusal } from '../../model/result'
import { findTakenHosts } from '../../objects/host.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, token } from '../../xml/fields'
import { HOST } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'

/** Returns which host names are available (RFC 5732 section 3.1.1). */
export async function checkHost(payload: Element, { db, policy }: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const names = [fields.required('name'), ...fields.repeated('name')].map((name) => token(name, [1, 255]))
  fields.end()
  if (names.length > policy.maxCheckObjects) {
    throw new Refusal(2306, `a check names at most ${policy.maxCheckObjects} objects`)
  }
  const taken = await findTakenHosts(
    db,
    names.map((name) => name.toLowerCase()),
  )
  const results = names.map((name) => {
    const reason = unavailability(name, taken)
    return element('host:cd', {}, [
      element('host:name', { avail: reason === undefined ? '1' : '0' }, name),
      reason === undefined ? undefined : element('host:reason', {}, reason),
    ])
  })
  return { code: 1000, resData: element('host:chkData', { 'xmlns:host': HOST }, results) }
}

function unavailability(name: string, taken: ReadonlySet<string>): string | undefined {
  const canonical = canonicalName(name)
  if (canonical === undefined) return 'Invalid host name'
  return taken.has(canonical) ? 'In use' : undefined
}
