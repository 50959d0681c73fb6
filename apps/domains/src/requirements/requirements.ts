import type { requirement } from '@nameyard/contracts/domains/requirement'
import { fail } from '@nameyard/contracts/errors'
import type { z } from 'zod'
import { fieldGroups, type Field } from './fields'

/** Operations for which an extension wants everything that it requires; an update takes what it is given. */
const demanding = new Set(['create', 'transfer', 'trade'])

const known: ReadonlySet<string> = new Set([...demanding, 'update'])

/** The fields that an extension asks for, each once. */
export function fieldsOf(extension: string, of: Field['of']): readonly Field[] {
  const fields = fieldGroups
    .filter(({ extensions }) => extensions.includes(extension))
    .flatMap((group) => group.fields.filter((field) => field.of === of))
  return [...new Map(fields.map((field) => [field.name, field])).values()]
}

/** The fields as resellers see them, for an operation; none for one that takes no such data. */
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
 * Refuses additional data of a domain that its extension does not take: with 374 what is required and missing, with 375
 * what cannot be chosen. What an extension does not ask for is kept for the account and told nobody.
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
