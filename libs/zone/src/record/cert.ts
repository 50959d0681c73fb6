import { base64, named, securityAlgorithm, uint16 } from '../field'
import { recordType } from '../record-type'

/** Mnemonics of certificate types (RFC 4398 2.1). */
const certificateType = named(uint16, {
  PKIX: 1,
  SPKI: 2,
  PGP: 3,
  IPKIX: 4,
  ISPKI: 5,
  IPGP: 6,
  ACPKIX: 7,
  IACPKIX: 8,
  URI: 253,
  OID: 254,
})

/** A certificate, or its location (RFC 4398). */
export const cert = recordType({
  name: 'CERT',
  code: 37,
  fields: { certificateType, keyTag: uint16, algorithm: securityAlgorithm, certificate: base64 },
  problem: ({ certificateType }) =>
    [0, 255, 65_535].includes(certificateType) ? `certificateType ${certificateType} is reserved` : undefined,
})
