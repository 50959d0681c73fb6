import { z } from 'zod'
import { integer, resourceId, text } from '../primitives/scalars'
import { recordValue } from './record'

/** A record of a template; its name is relative to the zone that will be made from it. */
export const templateRecord = z
  .object({
    id: resourceId.optional().describe('Number of the record in the template; ignored in requests.'),
    type: text.describe('Type of the record, such as A, AAAA, MX or TXT; in upper or lower case.'),
    name: text.prefault('').describe('Owner name relative to the new zone; empty is the zone itself.'),
    value: recordValue.describe(
      'Data of the record as a zone file writes it; `%domain%` stands for the name of the zone.',
    ),
    ttl: integer().describe('Time to live in seconds, 60 to 604800.'),
    prio: integer().optional().describe('Preference of MX and priority of SRV, 0 to 65535; other types have none.'),
  })
  .meta({ id: 'TemplateRecord', description: 'A record of the zones that are created from the template.' })

/** A set of records for new zones. */
export const template = z
  .object({
    id: z.int().describe('Number of the template.'),
    name: z.string().describe('Name of the template, unique within the account.'),
    is_spamexperts_enabled: z.boolean().describe('Kept for existing clients; SpamExperts is not offered here.'),
    records: z.array(templateRecord).optional().describe('The records; only with with_records.'),
  })
  .meta({ id: 'Template', description: 'A set of records for new zones.' })

/** Number of a template, in paths. */
export const templateId = resourceId.describe('Number of the template, as returned by templates.list.')
