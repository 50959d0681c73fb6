import { z } from 'zod'
import { operation } from '../operation'
import { refusedAs } from '../primitives/refused-as'
import { flag, text } from '../primitives/scalars'
import { recordFaults, recordExample } from './record'
import { templateRecord } from './template'

/** Creates a template of records. */
export const createTemplate = operation({
  id: 'templates.create',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/templates',
  summary: 'Create a DNS template',
  description:
    'Use to store records for new zones; %domain% stands for the name of the zone. Free of charge. Undo with templates.delete.',
  body: z.object({
    name: refusedAs(text, { missing: 'template_name_invalid' }).describe(
      'Name of the new template, unique within the account.',
    ),
    records: z.array(templateRecord).optional().describe('Records of zones that are created from the template.'),
    is_spamexperts_enabled: flag
      .prefault(false)
      .describe('Kept for existing clients; SpamExperts is not offered here.'),
  }),
  result: z.object({ id: z.int().describe('Number of the new template.') }),
  errors: ['template_name_invalid', ...recordFaults],
  example: {
    name: 'web and mail',
    records: [recordExample, { type: 'MX', name: '', value: 'mail.%domain%', ttl: 3600, prio: 10 }],
  },
  schemas: { request: 'templateCreateTemplateRequest', response: 'templateCreateTemplateResponse' },
})
