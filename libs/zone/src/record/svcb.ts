import { domainNameOrNone, uint16 } from '../field'
import { recordType } from '../record-type'
import { svcParams } from '../svc-params'

/**
 * An endpoint of a service, with the parameters to connect to it (RFC 9460). Priority 0 is AliasMode, which has no
 * parameters (2.4.2). Target `.` is the owner itself. In AliasMode it means that the service is not available (2.5).
 */
export const svcb = recordType({
  name: 'SVCB',
  code: 64,
  fields: { priority: uint16, target: domainNameOrNone, params: svcParams },
  problem: ({ priority, params }) =>
    priority === 0 && params.length > 0 ? 'priority 0 (AliasMode) allows no params' : undefined,
})
