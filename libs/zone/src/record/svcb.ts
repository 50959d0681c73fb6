import { domainNameOrNone, uint16 } from '../field'
import { recordType } from '../record-type'
import { svcParams } from '../svc-params'

/**
 * An endpoint of a service and how to reach it (RFC 9460). Priority 0 is AliasMode, which has no parameters (2.4.2);
 * target `.` is the owner itself, or in AliasMode nothing (2.5).
 */
export const svcb = recordType({
  name: 'SVCB',
  code: 64,
  fields: { priority: uint16, target: domainNameOrNone, params: svcParams },
  problem: ({ priority, params }) =>
    priority === 0 && params.length > 0 ? 'params cannot stand behind priority 0' : undefined,
})
