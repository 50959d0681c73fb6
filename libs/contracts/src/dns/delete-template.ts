import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { templateId } from './template'

/** Deletes a DNS template; zones made from it stay. */
export const deleteTemplate = operation({
  id: 'templates.delete',
  service: 'dns',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/dns/templates/:id',
  summary: 'Delete a DNS template',
  description: 'Deletes a template; zones made from it stay. Costs nothing; undone by creating it again.',
  params: z.object({ id: templateId }),
  result: success,
  errors: ['template_not_found'],
})
