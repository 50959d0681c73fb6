import { z } from 'zod'

/** Who works with the operator's tool, as their machine knows them; kept in the audit log. */
export const operatorName = z.string().min(1).max(128).default('operator')
