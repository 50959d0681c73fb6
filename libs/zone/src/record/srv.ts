import { domainNameOrNone, uint16 } from '../field'
import { recordType } from '../record-type'

/** The host and port of a service (RFC 2782). Target `.` means that the service is not offered. */
export const srv = recordType({
  name: 'SRV',
  code: 33,
  fields: { priority: uint16, weight: uint16, port: uint16, target: domainNameOrNone },
  prio: 'priority',
})
