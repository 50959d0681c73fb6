import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import type { Desired } from '../lifecycle/model/desired'

/** A domain whose registry shows another state than the desired one. The row exists as long as it does. */
interface RegistryDrift {
  domainId: number
  desired: object
  registry: object
  firstAt: Date
  lastAt: Date
  times: number
}

interface DriftFound {
  readonly domainId: number
  /** JSON. */
  readonly desired: string
  /** JSON. */
  readonly registry: string
  readonly now: Date
}

const upsert = statement<DriftFound>(
  'domains.upsert-drift',
  ({ domainId, desired, registry, now }) => sql`
    insert into registry_drift (domain_id, desired, registry, first_at, last_at, times)
    values (${domainId}, ${desired}, ${registry}, ${now}, ${now}, 1)
    on conflict (domain_id) do update set desired = excluded.desired, registry = excluded.registry,
      last_at = excluded.last_at, times = registry_drift.times + 1`,
)

const remove = statement<Pick<RegistryDrift, 'domainId'>>(
  'domains.delete-drift',
  ({ domainId }) => sql`delete from registry_drift where domain_id = ${domainId}`,
)

/** Stores what the registry showed, beside what it is to show. */
export async function saveDrift(
  tx: Tx,
  domainId: number,
  { nameservers, statuses }: Desired,
  view: RegistryView,
  now: Date,
): Promise<void> {
  const desired = JSON.stringify({ nameservers, statuses })
  await tx.query(upsert, { domainId, desired, registry: JSON.stringify(view), now })
}

/** Deletes the drift of a domain: the registry shows the desired state. */
export async function deleteDrift(tx: Tx, domainId: number): Promise<void> {
  await tx.query(remove, { domainId })
}
