import { z } from 'zod'
import { operatorName } from '../primitives/operator-name'

/** The input of an operator who changes a zone: the operator, the zone and the reason. */
export const operatorZone = {
  operator: operatorName,
  /** Whole name, in Unicode or in A-labels. */
  name: z.string().trim().min(1).max(255),
  /** Kept in the audit log. */
  reason: z.string().trim().min(1).max(1000),
}
