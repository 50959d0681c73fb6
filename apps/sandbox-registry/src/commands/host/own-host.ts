import { Refusal } from '../../model/result'
import { lockHost, type Host } from '../../objects/host.store'
import type { ObjectContext } from '../../protocol/command'
import { HOST } from '../../xml/namespaces'

/** Locks a host of the registrar; 2303 when it does not exist, 2201 when another registrar sponsors it. */
export async function lockOwnHost(
  name: string,
  { db, registrar }: Pick<ObjectContext, 'db' | 'registrar'>,
): Promise<Host> {
  const offender = { ns: HOST, local: 'name', text: name }
  const host = await lockHost(db, name)
  if (!host) throw new Refusal(2303, 'the host does not exist', offender)
  if (host.sponsor !== registrar) throw new Refusal(2201, 'another registrar sponsors the host', offender)
  return host
}
