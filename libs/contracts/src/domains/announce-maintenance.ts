import { z } from 'zod'
import { internalOperation } from '../operation'
import { registryAccountName } from '../registry/registry-account'
import { givenWindow, maintenanceOfOperator } from './planned-maintenance'

/** Announces a maintenance of a registry to all accounts: an event and a notice of each. */
export const announceMaintenance = internalOperation({
  id: 'registries.announce-maintenance',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Announce a maintenance of a registry to all accounts',
  body: z.object({
    /** All extensions that are sold and run at this account of ours. */
    registryAccount: registryAccountName.optional(),
    /** A-labels without a leading dot; with an account, only these of it. */
    extensions: z.array(z.string().min(1).max(63)).min(1).max(2_000).optional(),
    ...givenWindow,
    impact: givenWindow.impact.prefault('full'),
  }),
  result: maintenanceOfOperator,
  errors: ['invalid_input', 'tld_not_found', 'registry_account_not_found'],
})
