import { domainName } from '../field'
import { recordType } from '../record-type'

/** A name server of the zone that begins at the owner (RFC 1035 3.3.11). The platform sets NS records at the apex. */
export const ns = recordType({ name: 'NS', code: 2, fields: { host: domainName }, place: 'below-apex' })
