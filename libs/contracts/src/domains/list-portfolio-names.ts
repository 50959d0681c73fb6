import { z } from 'zod'
import { internalOperation } from '../operation'
import { listedNames } from '../registry/list-registered-names'

/** `here`: the domains of this platform; `journal`: its registrations and transfers; `registry`: where it lists names. */
export const portfolioSource = z.enum(['here', 'journal', 'registry'])

/** Lists the names to compare of an account at a registry, in the order of the source. A name may be on two pages. */
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
    /** `next` of the page before. */
    after: z.string().default(''),
  }),
  result: listedNames,
  errors: ['registry_account_not_found', 'registry_unavailable'],
})
