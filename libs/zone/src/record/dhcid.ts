import { base64 } from '../field'
import { recordType } from '../record-type'

/**
 * Identifies the DHCP client that uses the owner name: two octets of identifier type, one octet of digest type, the
 * digest (RFC 4701 section 3).
 */
export const dhcid = recordType({
  name: 'DHCID',
  code: 49,
  fields: { identity: base64 },
  problem: ({ identity }) => (identity.length < 3 ? 'identity has less than 3 octets' : undefined),
})
