import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import type { AccountEvent } from '@nameyard/contracts/events/account-event'
import type { keyState } from '@nameyard/contracts/events/catalogue/key-events'
import type { ApprovalDemand, Right } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { AccountEvents } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { raw } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'

/** An API key as a statement with {@link eventKeyColumns} reads it. */
export interface EventKey {
  readonly id: number
  readonly name: string
  readonly hint: string
  readonly scope: Right[]
  readonly allowedFrom: string[]
  readonly expiresAt: Date | null
  readonly unusedDays: number
  readonly domains: readonly string[] | null
  readonly zones: readonly string[] | null
  readonly recordNames: readonly string[] | null
  readonly recordTypes: readonly string[] | null
  readonly spendPerDay: number | null
  readonly spendPerMonth: number | null
  readonly approval: ApprovalDemand | null
  readonly createdAt: Date
  readonly rotatedAt: Date | null
  readonly lastUsedAt: Date | null
}

/** The columns of the table `api_key` that account events show. */
export const eventKeyColumns = raw(`api_key.id, api_key.name, api_key.hint, api_key.scope,
    api_key.allowed_from as "allowedFrom", api_key.expires_at as "expiresAt", api_key.unused_days as "unusedDays",
    api_key.domains, api_key.zones, api_key.record_names as "recordNames", api_key.record_types as "recordTypes",
    api_key.spend_per_day::float8 as "spendPerDay", api_key.spend_per_month::float8 as "spendPerMonth", api_key.approval,
    api_key.created_at as "createdAt", api_key.rotated_at as "rotatedAt", api_key.last_used_at as "lastUsedAt"`)

/** What the account events tell about API keys. */
@Injectable()
export class KeyEvents {
  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Records what has happened to a key of an account.
   * @param isValid whether it works after that
   */
  tell(
    tx: Tx,
    event: AccountEvent<string, typeof keyState>,
    key: EventKey,
    { resellerId, isValid }: { readonly resellerId: number; readonly isValid: boolean },
  ): Promise<void> {
    const state = { ...onWire(key), is_valid: isValid }
    return this.events.record(tx, event, { resellerId, object: `keys/${key.id}`, at: this.clock.now(), state })
  }
}

/** An API key as it is listed, without what is about a person. */
export const onWire = (key: EventKey): Omit<z.input<typeof keyState>, 'is_valid'> => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  scope: key.scope,
  allow: key.allowedFrom,
  expires_at: printDate(key.expiresAt),
  unused_days: key.unusedDays,
  domains: [...(key.domains ?? [])],
  zones: [...(key.zones ?? [])],
  record_names: [...(key.recordNames ?? [])],
  record_types: [...(key.recordTypes ?? [])],
  is_limited_to_objects: key.domains !== null,
  spend_per_day: key.spendPerDay,
  spend_per_month: key.spendPerMonth,
  approval: key.approval ?? 'none',
  created_at: printDate(key.createdAt),
  rotated_at: printDate(key.rotatedAt),
  last_used_at: printDate(key.lastUsedAt),
})
