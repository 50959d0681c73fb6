import { z } from 'zod'
import { internalOperation } from '../operation'

/** Accounts at registries: what runs there, what keeps them from working, and what a person must look at. */
export const listRegistryAccounts = internalOperation({
  id: 'registry.list-accounts',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'read',
  summary: 'List the accounts at registries and what keeps them from working',
  body: z.object({}),
  result: z.object({
    accounts: z.array(
      z.object({
        account: z.string(),
        extensions: z.array(z.string()),
        /** Since when nothing is sent because our login was refused; until an operator resumes the account. */
        closedAt: z.iso.datetime().optional(),
        closedReason: z.string().optional(),
        /** Before when no session is opened. */
        crowdedUntil: z.iso.datetime().optional(),
        /** Before when nothing is sent that costs money. */
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
        /** Operations that are not at their end, by state. */
        operations: z.object({ queued: z.int(), executing: z.int(), waiting: z.int(), unknown: z.int() }),
      }),
    ),
  }),
  errors: [],
})
