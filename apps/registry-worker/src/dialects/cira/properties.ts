import { elementsOf, type XmlElement } from '@nameyard/epp/xml'
import { FURY } from './namespaces'

const own = elementsOf(FURY)

/** The value of a property that is in force at the registry. */
export const IN_FORCE = Symbol('in force')

/** Writes `properties`: a list of keys, each with one value. */
export function properties(values: Readonly<Record<string, string | typeof IN_FORCE | undefined>>): XmlElement {
  return own(
    'properties',
    Object.entries(values).map(([key, value]) =>
      value === undefined
        ? undefined
        : own('property', [
            own('key', key),
            typeof value === 'string' ? own('value', value) : own('value', '', { default: 'true' }),
          ]),
    ),
  )
}
