import { EPP } from '../namespaces'
import { elementsOf, writeXml } from '../xml'

const epp = elementsOf(EPP)

/** The hello document: requests a greeting and keeps a session alive (RFC 5730 section 2.3). */
export const hello = writeXml(epp('epp', [epp('hello')]))
