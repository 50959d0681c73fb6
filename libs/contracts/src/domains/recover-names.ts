import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'
import { MOST_DOMAINS_READ } from '../registry/read-domains'

/** Operations that are charged and that a restored backup may have lost. */
export const lostOperation = z.enum(['create', 'renew', 'transfer'])
export type LostOperation = z.output<typeof lostOperation>

/** A lost name, with what the operator knows of it. */
export const lostName = z.object({
  /** In lower case and A-labels. */
  name: z.string(),
  /** The account that has it; absent: the account that has the customer whose data the registrant has. */
  resellerId: z.int().min(1).optional(),
  /** Handle of the registrant; only for registries that have no contacts. */
  owner: z.string().default(''),
  /** What an archived journal says of it, after the backup. Without, the dates of the registry say it. */
  journal: z
    .array(z.object({ operation: lostOperation, at: z.iso.datetime(), years: z.int().min(1).max(10) }))
    .max(20)
    .default([]),
})
export type LostName = z.output<typeof lostName>

/** A charge that a restored backup has lost. */
export const lostCharge = z.object({
  operation: lostOperation,
  years: z.int(),
  /** The instant whose prices count. */
  at: z.iso.datetime(),
  /** In units of the currency; null when the extension had no price then. */
  amount: z.number().nullable(),
  currency: z.string(),
})
export type LostCharge = z.output<typeof lostCharge>

/**
 * `ready`: can be recovered; `done`: is recovered; `present`: the registry and this platform agree; `refused`: cannot, for a
 * reason; `retry`: the registry did not answer.
 */
export const recoveryState = z.enum(['ready', 'done', 'present', 'refused', 'retry'])
export type RecoveryState = z.output<typeof recoveryState>

const asked = {
  /** Our name of the account at the registry. */
  account: z.string().min(1),
  /** When the backup was made. Nothing older is recovered. */
  since: z.iso.datetime(),
  names: z.array(lostName).min(1).max(MOST_DOMAINS_READ),
}

const result = z.object({
  names: z.array(
    z.object({
      name: z.string(),
      state: recoveryState,
      resellerId: z.int().optional(),
      /** Why it is refused. */
      reason: z.string().optional(),
      /** What changes, in words. */
      changes: z.array(z.string()),
      charges: z.array(lostCharge),
    }),
  ),
})

/** Says what `portfolio.recover` would do. Changes nothing. */
export const examineLostNames = internalOperation({
  id: 'portfolio.examine-lost',
  service: 'domains',
  audience: 'operator',
  effect: 'read',
  summary: 'Examine names that a restored backup may have lost',
  body: z.object(asked),
  result,
  errors: ['registry_account_not_found', 'reseller_not_found'],
})

/**
 * Takes names back that a restored backup lost, and changes that it lost, from the registry. Lost charges are stored as
 * proposals, once for each name and transaction: a person confirms them. Nothing is changed at the registry.
 */
export const recoverNames = internalOperation({
  id: 'portfolio.recover',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Take names back that a restored backup lost',
  body: z.object({ operator: operatorName, ...asked }),
  result,
  errors: ['registry_account_not_found', 'reseller_not_found'],
})
