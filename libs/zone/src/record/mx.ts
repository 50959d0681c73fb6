import { domainNameOrNone, uint16 } from '../field'
import { recordType } from '../record-type'

/** A mail server of the owner (RFC 1035 3.3.9). `0 .` means that the owner accepts no mail (RFC 7505). */
export const mx = recordType({
  name: 'MX',
  code: 15,
  fields: { preference: uint16, exchange: domainNameOrNone },
  prio: 'preference',
  problem: ({ preference, exchange }) =>
    exchange === '' && preference !== 0 ? 'the exchange . goes with prio 0 only' : undefined,
})
