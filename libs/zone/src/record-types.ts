import { a } from './record/a'
import { aaaa } from './record/aaaa'
import { caa } from './record/caa'
import { cname } from './record/cname'
import { ds } from './record/ds'
import { mx } from './record/mx'
import { ns } from './record/ns'
import { ptr } from './record/ptr'
import { soa } from './record/soa'
import { spf } from './record/spf'
import { srv } from './record/srv'
import { sshfp } from './record/sshfp'
import { tlsa } from './record/tlsa'
import { txt } from './record/txt'
import type { RecordType } from './record-type'

/** Every type a zone of ours can hold, by mnemonic. */
export const recordTypes: ReadonlyMap<string, RecordType> = new Map(
  [a, aaaa, caa, cname, ds, mx, ns, ptr, soa, spf, srv, sshfp, tlsa, txt].map((type) => [type.name, type]),
)
