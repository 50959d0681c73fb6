import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/** Records that the contract with a registry is signed. Orders under an unsigned contract are refused with 309. */
export const signContract = internalOperation({
  id: 'contracts.sign',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Record the signed contract with a registry',
  body: z.object({ operator: operatorName, contract: z.string().min(1).max(64) }),
  result: z.object({ contract: z.string(), signedAt: z.iso.datetime() }),
})
