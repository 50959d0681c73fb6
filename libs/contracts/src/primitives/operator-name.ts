import { z } from 'zod'

/** User name of the operator on the machine that runs the admin tool; stored in the audit log. */
export const operatorName = z.string().min(1).max(128).default('operator')
