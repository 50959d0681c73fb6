import { Controller, Inject } from '@nestjs/common'
import { setProof } from '@nameyard/contracts/dns/set-proof'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { ancestorsOf } from '@nameyard/names/relation'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { alignTtls } from '@nameyard/zone/rrset'
import { parseRecord, recordKey } from '@nameyard/zone/zone-record'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { recordSetOf } from '../records/model/record-set'
import { recordPolicy } from '../records/record-policy'
import { recordRefusal } from '../records/refuse-record'
import { ZoneChanges } from './zone-changes'

/** A short TTL: a verifier that did not find the proof soon queries it again. */
const PROOF_TTL = 60

/** The zone of the account that contains a name. `names` are the name and its ancestors. */
const zoneOf = statement<{ resellerId: number; names: readonly string[] }, { name: string; type: string }>(
  'dns.zone-that-holds',
  (given) => sql`
    select name, type from zone
    where reseller_id = ${given.resellerId} and name = any(${given.names}::text[]) and deleted_at is null
    order by length(name) desc limit 1`,
)

@Controller()
export class SetProof {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    private readonly database: Database,
    private readonly changes: ZoneChanges,
  ) {}

  /** Adds or removes one record, as a change of the platform. */
  @Handles(setProof)
  async execute(input: Input<typeof setProof>, call: Call): Promise<Result<typeof setProof>> {
    const { resellerId, name, type, value, prio, isPlaced, newZone } = input
    const [found] = await this.database.read(zoneOf, { resellerId, names: [name, ...ancestorsOf(name)] })
    const isNew = !found && isPlaced && newZone !== undefined
    const zone = isNew ? { name: newZone, type: 'master' } : found
    // A slave zone has its records from its master.
    if (zone?.type !== 'master') return { isHosted: false }
    const apex = zone.name
    const policy = recordPolicy(this.config)
    const ttl = Math.max(PROOF_TTL, policy.min)
    const parsed = parseRecord(
      { name: `${name}.`, type, value, ttl, ...(prio !== undefined && { prio }) },
      apex,
      policy,
    )
    if (!parsed.ok) throw recordRefusal(parsed.error)
    const proof = parsed.value
    const state = isNew ? 'new' : 'live'
    const asked = { source: setProof.id, resellerId, apex, zone: state, plan: false, guard: false } as const
    await this.changes.make(call, asked, ({ records }) => {
      const others = records.filter((record) => recordKey(record) !== recordKey(proof))
      const isThere = others.length < records.length
      if (isThere === isPlaced) return { records, moved: [] }
      if (!isPlaced) return alignTtls(others)
      // The record is added last, so that its RRset gets its TTL.
      const settled = recordSetOf([...records, proof], apex)
      if (!settled.ok) throw recordRefusal(settled.error.error)
      return settled.value
    })
    return { isHosted: true }
  }
}
