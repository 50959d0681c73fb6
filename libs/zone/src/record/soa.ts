import { domainName, uint32 } from '../field'
import { recordType } from '../record-type'

/** Start of authority (RFC 1035 3.3.13), set by the platform. `minimum` is the TTL of negative answers (RFC 2308 4). */
export const soa = recordType({
  name: 'SOA',
  code: 6,
  fields: {
    primary: domainName,
    mailbox: domainName,
    serial: uint32,
    refresh: uint32,
    retry: uint32,
    expire: uint32,
    minimum: uint32,
  },
  place: 'never',
})
