import { extensionOf } from '../../answer'
import type { Extension } from '../../extension'
import { SECDNS } from '../../namespaces'
import { decodeDnssec, type Dnssec } from './dnssec'

/** Reads the DNSSEC data in the answer to info (RFC 5910 section 5.1.2); absent for an unsigned domain. */
export const dnssecInfo: Extension<{ readonly dnssec: Dnssec | undefined }> = {
  decode: (answer) => {
    const infData = extensionOf(answer, SECDNS, 'infData')
    return { dnssec: infData && decodeDnssec(infData) }
  },
}
