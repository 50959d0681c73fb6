import { characterString } from '../field'
import { recordType } from '../record-type'

/** Processor and operating system of a host (RFC 1035 3.3.2). */
export const hinfo = recordType({ name: 'HINFO', code: 13, fields: { cpu: characterString, os: characterString } })
