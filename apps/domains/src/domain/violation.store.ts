import type { Tx } from '@nameyard/persistence/database'
import { EntitySchema } from 'typeorm'
import type { LifecycleEvent, Phase } from './model/lifecycle'

const integer = { type: 'integer' } as const
const text = { type: 'text' } as const
const instant = { type: 'timestamptz' } as const

/** Something that happened to a domain though its phase has no place for it. */
interface LifecycleViolation {
  id: string
  domainId: number
  phase: Phase
  event: LifecycleEvent
  operationId: string | null
  domain: object
  registry: object
  happenedAt: Date
}

export const lifecycleViolationSchema = new EntitySchema<LifecycleViolation>({
  name: 'lifecycle_violation',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    domainId: { ...integer, name: 'domain_id' },
    phase: text,
    event: text,
    operationId: { type: 'uuid', name: 'operation_id', nullable: true },
    domain: { type: 'jsonb' },
    registry: { type: 'jsonb' },
    happenedAt: { ...instant, name: 'happened_at' },
  },
  indices: [{ name: 'lifecycle_violation_by_domain', columns: ['domainId', 'happenedAt'] }],
  foreignKeys: [
    {
      name: 'lifecycle_violation_domain_id_fkey',
      target: 'domain',
      columnNames: ['domainId'],
      referencedColumnNames: ['id'],
    },
  ],
})

/** Keeps what had no place, with both images. */
export async function insertViolation(tx: Tx, violation: Omit<LifecycleViolation, 'id'>): Promise<void> {
  await tx.manager.insert(lifecycleViolationSchema, violation)
}
