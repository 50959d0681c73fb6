import { z } from 'zod'
import { internalOperation } from '../operation'

/** Names per page. */
export const MOST_NAMES_LISTED = 500

/** `journal`: registrations and transfers of the journal; `registry`: the list of the registry, which only some have. */
export const nameSource = z.enum(['journal', 'registry'])

/** A page of names. */
export const listedNames = z.object({
  names: z.array(z.string()),
  /** Where the next page begins; absent at the end. */
  next: z.string().optional(),
  /** Whether the source has a list: false for a registry that cannot list names. */
  isListed: z.boolean(),
})

/**
 * Lists names that an account has or had at its registry. EPP and RRI cannot list the names of a registrar; the sandbox
 * registry and upstream registrars can. In the order of the source; a name may be on two pages.
 */
export const listRegisteredNames = internalOperation({
  id: 'registry.list-names',
  service: 'registry-worker',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'List the names that the journal or the registry knows of an account',
  body: z.object({
    account: z.string(),
    source: nameSource,
    /** `next` of the page before. */
    after: z.string().default(''),
    limit: z.int().min(1).max(MOST_NAMES_LISTED).default(MOST_NAMES_LISTED),
  }),
  result: listedNames,
  errors: ['registry_account_not_found', 'registry_unavailable'],
})
