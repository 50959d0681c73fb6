import { z } from 'zod'

/** Our name of an account, stored in every row about it. */
export const accountName = z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'lower-case letters, digits and hyphens')
