import { LAUNCH } from '../../namespaces'
import { elementsOf, type XmlElement } from '../../xml'

/** A phase in which an extension opens to the public (RFC 8334 section 2.3). */
export interface LaunchPhase {
  readonly phase: 'sunrise' | 'landrush' | 'claims' | 'open' | 'custom'
  /** The name of a `custom` phase, or of a part of a phase. */
  readonly name?: string | undefined
}

export function encodePhase({ phase, name }: LaunchPhase): XmlElement {
  return elementsOf(LAUNCH)('phase', phase, { name })
}
