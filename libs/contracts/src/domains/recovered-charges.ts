import { z } from 'zod'
import { internalOperation } from '../operation'
import { movementKey } from '../orders/top-up'
import { operatorName } from '../primitives/operator-name'
import { lostCharge } from './recover-names'

/** `proposed`: waits for a person; `confirmed`: to be posted; `posted`: in the ledger; `waived`: will not be charged. */
export const recoveredChargeState = z.enum(['proposed', 'confirmed', 'posted', 'waived'])

/** Lists the lost charges of recovered names, in the order of the names; without a state those that are still open. */
export const listRecoveredCharges = internalOperation({
  id: 'portfolio.list-charges',
  service: 'domains',
  audience: 'operator',
  effect: 'read',
  summary: 'List the lost charges of recovered names',
  body: z.object({
    state: recoveredChargeState.optional(),
    /** The key of the last charge of the page before. */
    after: z.string().default(''),
    limit: z.int().min(1).max(500).default(500),
  }),
  result: z.object({
    charges: z.array(
      lostCharge.extend({
        /** Key of its correction in the ledger: it counts once. */
        key: movementKey,
        resellerId: z.int(),
        name: z.string(),
        state: recoveredChargeState,
      }),
    ),
  }),
  errors: [],
})

/**
 * Closes a lost charge: confirmed before its correction is posted, posted after that, or waived with a reason. A charge that
 * is confirmed cannot be waived any more.
 */
export const closeRecoveredCharge = internalOperation({
  id: 'portfolio.close-charge',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Confirm or waive the lost charge of a recovered name',
  body: z.object({
    operator: operatorName,
    key: movementKey,
    state: z.enum(['confirmed', 'posted', 'waived']),
    reason: z.string().max(255).default(''),
  }),
  result: z.object({ key: z.string(), state: recoveredChargeState }),
  errors: ['invalid_input'],
})
