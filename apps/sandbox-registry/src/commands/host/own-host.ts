import { Refusal } from '../../model/result'
import { HOST } from '../../xml/namespaces'
import type { ObjectContext } from '../command'
import { holdHost, type Host } from './host.store'

/** Holds a host of the registrar; 2303 when there is none, 2201 when another registrar sponsors it. */
export async function holdOwnHost(
  name: string,
  { db, registrar }: Pick<ObjectContext, 'db' | 'registrar'>,
): Promise<Host> {
  const offender = { ns: HOST, local: 'name', text: name }
  const host = await holdHost(db, name)
  if (!host) throw new Refusal(2303, 'the host does not exist', offender)
  if (host.sponsor !== registrar) throw new Refusal(2201, 'another registrar sponsors the host', offender)
  return host
}
