import { z } from 'zod'
import { operation } from '../operation'
import { template, templateId } from './template'

/** Reads one DNS template by its number. */
export const getTemplate = operation({
  id: 'templates.get',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/templates/:id',
  summary: 'Read a DNS template',
  description: 'Use when you know the number of the template. Returns its records.',
  params: z.object({ id: templateId }),
  result: template,
  errors: ['template_not_found'],
  schemas: { response: 'templateGetTemplateResponse' },
})
