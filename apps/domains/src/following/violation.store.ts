import { EntitySchema } from 'typeorm'
import type { Tx } from '@nameyard/persistence/database'
import type { LifecycleEvent, Phase } from '../lifecycle/model/lifecycle'

const integer = { type: 'integer' } as const
const text = { type: 'text' } as const
const instant = { type: 'timestamptz' } as const

/** An event of a domain without a transition in its phase. */
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
})

/** Stores a violation, with the domain as the platform has it and as the registry shows it. */
export async function insertViolation(tx: Tx, violation: Omit<LifecycleViolation, 'id'>): Promise<void> {
  await tx.manager.insert(lifecycleViolationSchema, violation)
}
