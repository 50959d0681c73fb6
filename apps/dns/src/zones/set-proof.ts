import { Controller, Inject } from '@nestjs/common'
import { setProof } from '@nameyard/contracts/dns/set-proof'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { ancestorsOf } from '@nameyard/names/relation'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { alignTtls } from '@nameyard/zone/rrset'
import { parseRecord, recordKey } from '@nameyard/zone/zone-record'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { settle } from './model/records-of'
import { recordRefusal } from './refuse-record'
import { ZoneChanges } from './zone-changes'
import { recordPolicy } from './record-policy'

/** Who looks for a proof looks again soon; one that comes late should not be missed for long. */
const PROOF_TTL = 60

/** `$1` account, `$2` a name and all above it: the zone that holds the name. */
const holder = statement(
  'dns.zone-that-holds',
  `select name, type from zone where reseller_id = $1 and name = any($2::text[]) and deleted_at is null
   order by length(name) desc limit 1`,
)

@Controller()
export class SetProof {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Inject(Database) private readonly database: Database,
    @Inject(ZoneChanges) private readonly changes: ZoneChanges,
  ) {}

  /** Changes one record and no other, in nobody's name. */
  @Handles(setProof)
  async execute(input: Input<typeof setProof>, call: Call): Promise<Result<typeof setProof>> {
    const { resellerId, name, type, value, isPlaced } = input
    const values = [resellerId, [name, ...ancestorsOf(name)]]
    const [zone] = await this.database.read<{ name: string; type: string }>(holder, values)
    // The records of a slave zone are its master's.
    if (zone?.type !== 'master') return { isHosted: false }
    const apex = zone.name
    const policy = recordPolicy(this.config)
    const ttl = Math.max(PROOF_TTL, policy.min)
    const parsed = parseRecord({ name: `${name}.`, type, value, ttl }, apex, policy)
    if (!parsed.ok) throw recordRefusal(parsed.error)
    const proof = parsed.value
    const asked = { source: setProof.id, resellerId, apex, zone: 'live', plan: false, guard: false } as const
    await this.changes.make(call, asked, ({ records }) => {
      const others = records.filter((record) => recordKey(record) !== recordKey(proof))
      const isThere = others.length < records.length
      if (isThere === isPlaced) return { records, moved: [] }
      if (!isPlaced) return alignTtls(others)
      // Last, so that its TTL is the one its RRset takes.
      const settled = settle([...records, proof], apex)
      if (!settled.ok) throw recordRefusal(settled.error.error)
      return settled.value
    })
    return { isHosted: true }
  }
}
