import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'
import { MOST_DOMAINS_READ } from '../registry/read-domains'

/**
 * `same`: equal here and there; `different`: here and there, with differences; `unknown`: ours there, unknown here; `gone`:
 * known here, not ours there; `busy`: an order or operation is under way; `absent`: neither here nor ours there;
 * `elsewhere`: the account does not serve its extension; `unreadable`: the registry did not answer.
 */
export const portfolioComparison = z.enum([
  'same',
  'different',
  'unknown',
  'gone',
  'busy',
  'absent',
  'elsewhere',
  'unreadable',
])
export type PortfolioComparison = z.output<typeof portfolioComparison>

/** A value that differs, in words: `{ field: 'expiry', here: '2027-01-01', there: '2028-01-01' }`. */
export const portfolioDifference = z.object({ field: z.string(), here: z.string(), there: z.string() })
export type PortfolioDifference = z.output<typeof portfolioDifference>

/** Compares domains with their registry (EPP info). Changes nothing. Returns the results in the order of the names. */
export const comparePortfolio = internalOperation({
  id: 'portfolio.compare',
  service: 'domains',
  audience: 'operator',
  effect: 'read',
  summary: 'Compare domains with their registry',
  body: z.object({
    /** Our name of the account at the registry. */
    account: z.string().min(1),
    /** In lower case and A-labels. */
    names: z.array(z.string()).min(1).max(MOST_DOMAINS_READ),
  }),
  result: z.object({
    names: z.array(
      z.object({
        name: z.string(),
        comparison: portfolioComparison,
        /** The account that has it here. */
        resellerId: z.int().optional(),
        differences: z.array(portfolioDifference),
      }),
    ),
  }),
  errors: ['registry_account_not_found'],
})

/**
 * Restores the desired state of domains at their registry: name servers, DNSSEC and statuses are sent, dates are read. A
 * domain that the registry does not have any more ends here. Unknown names stay unknown.
 */
export const repairPortfolio = internalOperation({
  id: 'portfolio.repair',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Repair differences between domains and their registry',
  body: z.object({
    operator: operatorName,
    names: z.array(z.string()).min(1).max(MOST_DOMAINS_READ),
  }),
  /** How many domains are being repaired. */
  result: z.object({ repairing: z.int() }),
  errors: [],
})
