import { z } from 'zod'
import { internalOperation } from '../operation'

/** `here`: the domains of this platform; `journal`: its registrations and transfers; `registry`: where it lists names. */
export const portfolioSource = z.enum(['here', 'journal', 'registry'])

/** Lists the names to compare of an account at a registry, in the order of the source; an empty page is the last one. */
export const listPortfolioNames = internalOperation({
  id: 'portfolio.names',
  service: 'domains',
  audience: 'operator',
  effect: 'read',
  summary: 'List the names to compare with a registry',
  body: z.object({
    /** Our name of the account at the registry. */
    account: z.string().min(1),
    source: portfolioSource,
    /** The last name of the page before. */
    after: z.string().default(''),
  }),
  result: z.object({ names: z.array(z.string()) }),
  errors: ['registry_account_not_found'],
})
