import type { Extension } from '../../extension'
import { SECDNS } from '../../namespaces'
import { extensionOf } from '../../response'
import { decodeDnssec, type Dnssec } from './dnssec'

/** The DNSSEC of a domain in the answer to info (RFC 5910 section 5.1.2); absent for a domain that has none. */
export const dnssecInfo: Extension<{ readonly dnssec: Dnssec | undefined }> = {
  decode: (answer) => {
    const infData = extensionOf(answer, SECDNS, 'infData')
    return { dnssec: infData && decodeDnssec(infData) }
  },
}
