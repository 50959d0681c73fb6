import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { page, results } from '../primitives/page'

const extensionName = z.string().describe('Extension without a leading dot, such as com or co.uk.')

/** Tells whether the registries of the sold extensions work, and what they have planned (RFC 9167). */
export const registriesStatus = operation({
  id: 'registries.status',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/registries/status',
  summary: 'Read whether registries work',
  description:
    'Use to see whether the registry of an extension works now, and which maintenances it has planned. ' +
    'Orders are accepted meanwhile and are carried out when the registry works again.',
  query: z.object({
    ...page(),
    extensions: z.array(z.string().max(255)).optional().describe('Only these extensions, without a leading dot.'),
  }),
  result: results(
    z.object({
      extension: extensionName,
      state: z
        .enum(['ok', 'maintenance', 'outage'])
        .describe(
          '`ok`; `maintenance` while one is running; `outage` when the registry cannot be used for another reason.',
        ),
      since: wireDate.optional().describe('Since when the registry is in this state; absent if it works.'),
      maintenance: z
        .array(
          z.object({
            start: wireDate.describe('When the maintenance starts or has started.'),
            end: wireDate.describe('When it ends.'),
            reason: z.enum(['planned', 'emergency']).describe('Whether it was planned, or is an emergency.'),
            impact: z
              .enum(['full', 'partial', 'none'])
              .describe('How much of the registry does not work: everything, a part, or nothing.'),
            extensions: z.array(extensionName).describe('The extensions that are affected.'),
          }),
        )
        .describe('What is running or planned, in order of its start.'),
    }),
  ),
})
