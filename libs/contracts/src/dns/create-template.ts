import { z } from 'zod'
import { operation } from '../operation'
import { refusedAs } from '../primitives/refused-as'
import { flag, text } from '../primitives/scalars'
import { recordFaults } from './record'
import { templateRecord } from './template'

/** Makes a template of records. */
export const createTemplate = operation({
  id: 'templates.create',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/templates',
  summary: 'Create a DNS template',
  description:
    'Use to keep records for zones to be made later; %domain% stands for the name of the zone. Costs nothing; undone by templates.delete.',
  body: z.object({
    name: refusedAs(text, { missing: 'template_name_invalid' }).describe(
      'Name of the new template, unique within the account.',
    ),
    records: z.array(templateRecord).optional().describe('Records that zones made from the template get.'),
    is_spamexperts_enabled: flag
      .prefault(false)
      .describe('Kept for existing clients; SpamExperts is not offered here.'),
  }),
  result: z.object({ id: z.int().describe('Number of the new template.') }),
  errors: ['template_name_invalid', ...recordFaults],
})
