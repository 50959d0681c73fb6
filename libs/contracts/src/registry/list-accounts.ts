import { z } from 'zod'
import { internalOperation } from '../operation'
import { registryAccountState } from './registry-account'

/** Lists the accounts at registries with their operations, problems and alarms. */
export const listRegistryAccounts = internalOperation({
  id: 'registry.list-accounts',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'read',
  summary: 'List the registry accounts and their problems',
  body: z.object({}),
  result: z.object({ accounts: z.array(registryAccountState) }),
  errors: [],
})
