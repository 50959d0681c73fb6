import { z } from 'zod'
import { operatorName } from '../primitives/operator-name'

/** What an operator's change of a zone names. */
export const operatorZone = {
  operator: operatorName,
  /** Whole name, in Unicode or in A-labels. */
  name: z.string().trim().min(1).max(255),
  /** Kept in the audit log. */
  reason: z.string().trim().min(1).max(1000),
}
