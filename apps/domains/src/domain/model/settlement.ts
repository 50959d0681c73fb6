import type { Domain } from './domain'
import { next } from './lifecycle'

/** How a registry operation ended, as the worker tells it. */
export interface Settlement {
  readonly outcome: 'done' | 'refused' | 'failed'
  readonly reason?: { readonly code?: number; readonly text: string }
  /** ISO 8601 instants of the registry: crDate and exDate. */
  readonly registry: { readonly roid?: string; readonly createdAt?: string; readonly expiresAt?: string }
}

const DAY_MS = 86_400_000

/** The domain after a settlement; undefined when its phase has no place for it and nothing may change. */
export function settle(
  domain: Domain,
  settlement: Settlement,
  renewalOffsetDays: number,
  now: Date,
): Domain | undefined {
  const phase = next(domain.phase, `registry.${settlement.outcome}`)
  if (phase === undefined) return undefined
  const changed = { ...domain, phase, changedAt: now, version: domain.version + 1 }
  if (phase !== 'active') {
    return { ...changed, failureCode: settlement.reason?.code ?? null, failureReason: settlement.reason?.text ?? null }
  }
  const { roid, createdAt, expiresAt } = settlement.registry
  const expires = expiresAt === undefined ? null : new Date(expiresAt)
  return {
    ...changed,
    activatedAt: now,
    roid: roid ?? null,
    createdAt: createdAt === undefined ? null : new Date(createdAt),
    registryExpiresAt: expires,
    expiresAt: expires,
    renewsAt: expires && new Date(expires.getTime() - renewalOffsetDays * DAY_MS),
  }
}
