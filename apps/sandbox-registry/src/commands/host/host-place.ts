import { selfAndAncestors } from '../../model/name'
import { refuseValue } from '../../xml/fields'
import type { Element } from '../../xml/read'
import type { ObjectContext } from '../command'
import { findSuperordinate } from './host.store'

/**
 * The domain a host name lies in, null for one outside the registry. Inside a TLD with host objects the domain must
 * exist (2303) and be the registrar's own (2201).
 */
export async function placeHost(
  nameField: Element,
  name: string,
  { db, registrar }: Pick<ObjectContext, 'db' | 'registrar'>,
): Promise<string | null> {
  const superordinate = await findSuperordinate(db, selfAndAncestors(name))
  if (!superordinate) return null
  if (superordinate.domain === null) throw refuseValue(nameField, 2303, 'the domain of the host does not exist')
  if (superordinate.sponsor !== registrar) throw refuseValue(nameField, 2201, 'another registrar sponsors the domain')
  return superordinate.domain
}
