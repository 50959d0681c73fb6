import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { templateId } from './template'

/** Deletes a DNS template. Zones created from it stay. */
export const deleteTemplate = operation({
  id: 'templates.delete',
  service: 'dns',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/dns/templates/:id',
  summary: 'Delete a DNS template',
  description: 'Deletes a template. Zones created from it stay. Free of charge. Undo with templates.create.',
  params: z.object({ id: templateId }),
  result: success,
  errors: ['template_not_found'],
  schemas: { response: 'templateTemplateBoolResponse' },
})
