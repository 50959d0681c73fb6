import { recordType } from '../record-type'
import { svcb } from './svcb'

/** SVCB for HTTP (RFC 9460 section 9). */
export const https = recordType({ ...svcb, name: 'HTTPS', code: 65 })
