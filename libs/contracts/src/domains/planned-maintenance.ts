import { z } from 'zod'
import { wireDate } from '../primitives/dates'

/** How much of a registry does not work during a maintenance. */
export const maintenanceImpact = z.enum(['full', 'partial', 'none'])

/** Numbers of planned maintenances. */
export const maintenanceId = z.int().min(1)

/** A maintenance of a registry that an operator or the registry has announced. */
export const plannedMaintenance = z
  .object({
    id: z.int().describe('Number of the maintenance.'),
    status: z
      .enum(['planned', 'withdrawn'])
      .describe('`planned`, also while it runs; `withdrawn` if it does not take place.'),
    start: wireDate.describe('When the maintenance starts or has started.'),
    end: wireDate.describe('When it ends.'),
    impact: maintenanceImpact.describe('How much of the registry does not work: everything, a part, or nothing.'),
    extensions: z
      .array(z.string().describe('Extension without a leading dot, such as com or co.uk.'))
      .describe('The extensions that are affected.'),
    text: z.string().describe('What is said about it.'),
    announced_at: wireDate.describe('When it was announced.'),
    changed_at: wireDate.describe('When it was last changed or withdrawn.'),
  })
  .meta({ id: 'PlannedMaintenance', description: 'A maintenance of a registry that was announced.' })

/** A window of a maintenance as operators give it. */
export const givenWindow = {
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  impact: maintenanceImpact,
  /** One sentence or some, for people of accounts. */
  text: z.string().trim().min(1).max(500),
} as const

/** A maintenance as operators see it. */
export const maintenanceOfOperator = z.object({
  id: z.int(),
  registryAccount: z.string().optional(),
  extensions: z.array(z.string()),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  impact: maintenanceImpact,
  text: z.string(),
  changedAt: z.iso.datetime(),
  withdrawnAt: z.iso.datetime().optional(),
  setBy: z.string(),
})
