import { z } from 'zod'
import { operation } from '../operation'
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
  body: z.object({
    name: text,
    records: z.array(templateRecord).optional(),
    is_spamexperts_enabled: flag.prefault(false),
  }),
  result: z.object({ id: z.int() }),
  errors: ['template_name_invalid', ...recordFaults],
})
