import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/** Makes rows of the names of a job that were examined. Each name is asked at its registry once more. */
export const startPortfolioJob = internalOperation({
  id: 'portfolio.start',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Adopt the names that were examined',
  body: z.object({ operator: operatorName, jobId: z.uuid() }),
  result: z.object({ jobId: z.uuid() }),
  errors: ['invalid_input'],
})
