import { fail } from '@nameyard/contracts/errors'
import type { Database } from '@nameyard/persistence/database'
import { readTemplateByName, type WireTemplate } from './template.store'

/** The records of a template of the account, found by its name in any case. */
export async function templateNamed(
  database: Database,
  resellerId: number,
  name: string,
): Promise<WireTemplate['records']> {
  const values = [resellerId, name.trim()]
  const [template] = await database.read<Pick<WireTemplate, 'records'>>(readTemplateByName, values)
  return template ? template.records : fail('template_not_found', { template: name })
}
