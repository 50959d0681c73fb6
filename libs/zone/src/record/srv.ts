import { domainNameOrNone, uint16 } from '../field'
import { recordType } from '../record-type'

/** Where a service is found (RFC 2782). Target `.` says that it is not offered. */
export const srv = recordType({
  name: 'SRV',
  code: 33,
  fields: { priority: uint16, weight: uint16, port: uint16, target: domainNameOrNone },
  prio: 'priority',
})
