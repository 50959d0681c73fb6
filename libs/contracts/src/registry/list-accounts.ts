import { z } from 'zod'
import { internalOperation } from '../operation'

/** Lists the accounts at registries with their operations, problems and alarms. */
export const listRegistryAccounts = internalOperation({
  id: 'registry.list-accounts',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'read',
  summary: 'List the registry accounts and their problems',
  body: z.object({}),
  result: z.object({
    accounts: z.array(
      z.object({
        account: z.string(),
        extensions: z.array(z.string()),
        /** Since when the account is closed because our login was refused; an operator must resume it. */
        closedAt: z.iso.datetime().optional(),
        closedReason: z.string().optional(),
        /** No session is opened before this time. */
        crowdedUntil: z.iso.datetime().optional(),
        /** No billable command is sent before this time. */
        unpaidUntil: z.iso.datetime().optional(),
        /** A change of the password was not answered: the next login finds out which one is valid. */
        isPasswordInDoubt: z.boolean(),
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
      }),
    ),
  }),
  errors: [],
})
