import { selfAndAncestors } from '../../model/name'
import { findSuperordinate } from '../../objects/host.store'
import type { ObjectContext } from '../../protocol/command'
import { refuseValue } from '../../xml/fields'
import type { Element } from '../../xml/read'

/**
 * Returns the superordinate domain of a host name; null outside the registry. Inside a TLD with host objects the domain
 * must exist (2303) and be sponsored by the registrar (2201).
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
