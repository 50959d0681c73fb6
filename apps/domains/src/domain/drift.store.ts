import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'
import type { Desired } from './model/desired'

/** A domain that its registry showed otherwise than it shall be, for as long as it does. */
interface RegistryDrift {
  domainId: number
  desired: object
  registry: object
  firstAt: Date
  lastAt: Date
  times: number
}

const instant = { type: 'timestamptz' } as const

export const registryDriftSchema = new EntitySchema<RegistryDrift>({
  name: 'registry_drift',
  columns: {
    domainId: { type: 'integer', primary: true, name: 'domain_id' },
    desired: { type: 'jsonb' },
    registry: { type: 'jsonb' },
    firstAt: { ...instant, name: 'first_at' },
    lastAt: { ...instant, name: 'last_at' },
    times: { type: 'integer' },
  },
  foreignKeys: [
    {
      name: 'registry_drift_domain_id_fkey',
      target: 'domain',
      columnNames: ['domainId'],
      referencedColumnNames: ['id'],
    },
  ],
})

const keep = statement(
  'drift.keep',
  `insert into registry_drift (domain_id, desired, registry, first_at, last_at, times) values ($1, $2, $3, $4, $4, 1)
   on conflict (domain_id) do update set desired = excluded.desired, registry = excluded.registry,
     last_at = excluded.last_at, times = registry_drift.times + 1`,
)

const forget = statement('drift.forget', 'delete from registry_drift where domain_id = $1')

/** Keeps what the registry showed, beside what it shall show. */
export async function keepDrift(
  tx: Tx,
  domainId: number,
  { nameservers, statuses }: Desired,
  view: RegistryView,
  now: Date,
): Promise<void> {
  await tx.query(keep, [domainId, JSON.stringify({ nameservers, statuses }), JSON.stringify(view), now])
}

/** The registry shows the domain as it shall be. */
export async function forgetDrift(tx: Tx, domainId: number): Promise<void> {
  await tx.query(forget, [domainId])
}
