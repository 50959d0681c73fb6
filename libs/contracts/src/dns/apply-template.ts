import { z } from 'zod'
import { operation } from '../operation'
import { text } from '../primitives/scalars'
import { intake } from './import-zone'
import { recordFaults } from './record'
import { zoneName } from './zone-name'
import { guardByDefault, plan, zoneChanged } from './zone-plan'

/** Applies the records of a template to an existing zone. */
export const applyTemplate = operation({
  id: 'zones.apply-template',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/zones/:name/apply-template',
  summary: 'Apply a template to a DNS zone',
  description:
    'Use to add or replace records of an existing zone with those of a template. Free of charge. Undo with zones.restore. Preview the change with plan.',
  isDestructive: true,
  params: z.object({ name: zoneName }),
  query: z.object({ plan, guard: guardByDefault }),
  body: z.object({
    template_name: text.describe('Name of the template, as returned by templates.list.'),
    mode: intake
      .prefault('sets')
      .describe(
        '`sets` (default): records of the same name and type as in the template are replaced. `add`: all records stay. `replace`: the zone has the records of the template and no others.',
      ),
  }),
  result: zoneChanged,
  errors: [
    'zone_not_found',
    'template_not_found',
    'zone_change_braked',
    ...recordFaults.filter((fault) => fault !== 'record_duplicate'),
  ],
  example: { template_name: 'web and mail', mode: 'sets' },
})
