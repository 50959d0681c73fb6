import { z } from 'zod'

/** The name of an account in the settings of the registry worker. */
export const registryAccountName = z.string().trim().min(1).max(64)

/** What is assumed about idempotency keys at an upstream registrar. */
export const idempotency = z.enum(['not assumed', 'not proved', 'proved'])

/** Why an operator changes something at a registry account; recorded in the audit trail. */
export const registryReason = z.string().trim().min(1).max(1000)

/** The state of an account at a registry. */
export const registryAccountState = z.object({
  account: z.string(),
  extensions: z.array(z.string()),
  /** Since when nothing is sent, because our login was refused or an operator suspended the account. */
  closedAt: z.iso.datetime().optional(),
  closedReason: z.string().optional(),
  /** Whether an operator suspended the account. Then only an operator resumes it. */
  isSuspended: z.boolean(),
  /** No session is opened before this time. */
  crowdedUntil: z.iso.datetime().optional(),
  /** No billable command is sent before this time. */
  unpaidUntil: z.iso.datetime().optional(),
  /** A change of the password was not answered: the next login finds out which one is valid. */
  isPasswordInDoubt: z.boolean(),
  /** By how much the registry's clock was ahead of ours at the last greeting; negative when it was behind. */
  clockAheadMs: z.int().optional(),
  /** Our balance as the registry answered it last (RFC 8748). Decimals. */
  balance: z
    .object({
      amount: z.string().optional(),
      creditLimit: z.string().optional(),
      currency: z.string().optional(),
      seenAt: z.iso.datetime(),
    })
    .optional(),
  alarms: z.array(
    z.object({
      kind: z.string(),
      text: z.string(),
      firstAt: z.iso.datetime(),
      lastAt: z.iso.datetime(),
      times: z.int(),
    }),
  ),
  /** Number of unfinished operations by state. */
  operations: z.object({ queued: z.int(), executing: z.int(), waiting: z.int(), unknown: z.int() }),
})
