import type { z } from 'zod'
import { domainAdditionalData } from '@nameyard/contracts/domains/additional-data'
import type { requirement } from '@nameyard/contracts/domains/requirement'
import { fail } from '@nameyard/contracts/errors'
import { answer } from '@nameyard/contracts/primitives/texts'
import { tlds } from '../tlds/catalogue'

/** Operations that need every required field. An update may leave fields out. */
const demanding = new Set(['create', 'transfer', 'trade'])

const known: ReadonlySet<string> = new Set([...demanding, 'update'])

/** A field that an extension requires beyond the common data. */
interface Field {
  readonly name: string
  readonly description: string
  readonly isRequired: boolean
  readonly maxLength?: number | undefined
  /** The values to choose from; absent where any text is allowed. */
  readonly options?: readonly { readonly value: string; readonly description: string }[] | undefined
}

/** Whom the data are of: the domain, or its registrant. */
type Subject = 'customer' | 'domain'

/** The fields of an extension. */
export function fieldsOf(extension: string, of: Subject): readonly Field[] {
  const { registrant, order } = tlds.get(extension)?.additionalData ?? {}
  const { properties = {}, required = [] } = (of === 'domain' ? order : registrant) ?? {}
  return Object.entries(properties).map(([name, { title, enum: values, oneOf, maxLength }]) => ({
    name,
    description: title,
    isRequired: required.includes(name),
    maxLength,
    options:
      values?.map((value) => ({ value, description: wordOf(value) })) ??
      oneOf?.map((each) => ({ value: each.const, description: each.title })),
  }))
}

/** The fields of an operation as resellers see them; none for an operation without such data. */
export function requirementsOf(extension: string, of: Subject, operation = 'create'): z.input<typeof requirement>[] {
  if (!known.has(operation)) return []
  return fieldsOf(extension, of).map(({ name, description, isRequired, options }) => ({
    name,
    description,
    type: options ? 'select' : 'text',
    required: isRequired && demanding.has(operation),
    ...(options && { options: [...options] }),
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
  for (const { name, isRequired, options, maxLength } of fieldsOf(extension, 'domain')) {
    const value = given[name]
    const field = `additional_data.${name}`
    if (value === undefined || value === '') {
      if (isRequired && demanding.has(operation)) fail('additional_data_missing', { field })
    } else if (!isNamed(name) && !answer.safeParse(value).success) {
      fail('additional_data_invalid', { field, problem: 'must be a text' })
    } else if (options && !options.some((option) => option.value === String(value))) {
      fail('additional_data_invalid', { field, problem: `cannot be ${String(value)}` })
    } else if (maxLength !== undefined && [...String(value)].length > maxLength) {
      fail('additional_data_invalid', { field, problem: `has more than ${maxLength} characters` })
    }
  }
}

type OrderedValue = string | readonly string[] | Readonly<Record<string, string | undefined>> | undefined
type OrderedData = Readonly<Record<string, OrderedValue>>

/**
 * The additional data of an order that count: the fields of the API, and those of other names that the extension asks for, as
 * texts.
 */
export function orderedData(extension: string, given: Readonly<Record<string, unknown>>): OrderedData {
  const asked = new Set(fieldsOf(extension, 'domain').map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (isNamed(name)) return [[name, value]]
      return asked.has(name) && value !== undefined ? [[name, answer.parse(value)]] : []
    }),
  ) as OrderedData
}

/** Whether a field has its name in the API. */
function isNamed(name: string): boolean {
  return Object.hasOwn(domainAdditionalData.shape, name)
}
