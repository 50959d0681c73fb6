import type { z } from 'zod'
import type { requirement } from '@nameyard/contracts/domains/requirement'
import { fail } from '@nameyard/contracts/errors'
import { fieldGroups, type Field } from './fields'

/** Operations that need every required field. An update may leave fields out. */
const demanding = new Set(['create', 'transfer', 'trade'])

const known: ReadonlySet<string> = new Set([...demanding, 'update'])

/** The fields of an extension, each once. */
export function fieldsOf(extension: string, of: Field['of']): readonly Field[] {
  const fields = fieldGroups
    .filter(({ extensions }) => extensions.includes(extension))
    .flatMap((group) => group.fields.filter((field) => field.of === of))
  return [...new Map(fields.map((field) => [field.name, field])).values()]
}

/** The fields of an operation as resellers see them; none for an operation without such data. */
export function requirementsOf(
  extension: string,
  of: Field['of'],
  operation = 'create',
): z.input<typeof requirement>[] {
  if (!known.has(operation)) return []
  return fieldsOf(extension, of).map(({ name, description, isRequired = false, values }) => ({
    name,
    description,
    type: values ? 'select' : 'text',
    required: isRequired && demanding.has(operation),
    ...(values && { options: values.map((value) => ({ value, description: wordOf(value) })) }),
  }))
}

function wordOf(value: string): string {
  return value === '1' ? 'Yes' : value === '0' ? 'No' : value
}

/**
 * Refuses additional data of a domain that its extension does not accept: a missing required field with 374, a wrong value
 * with 375. Other fields are stored for the account and sent to no registry.
 */
export function refuseWrongData(extension: string, given: Readonly<Record<string, unknown>>, operation: string): void {
  for (const { name, isRequired, values } of fieldsOf(extension, 'domain')) {
    const value = given[name]
    const field = `additional_data.${name}`
    if (value === undefined || value === '') {
      if (isRequired && demanding.has(operation)) fail('additional_data_missing', { field })
    } else if (values && !values.includes(String(value))) {
      fail('additional_data_invalid', { field, problem: `cannot be ${String(value)}` })
    }
  }
}
