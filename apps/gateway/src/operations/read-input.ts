import { z } from 'zod'
import { fail, Refusal, type ErrorName, type Fault } from '@nameyard/contracts/errors'
import type { AnyOperation } from '@nameyard/contracts/operation'
import { parseQuery, queryParameters, type RawQuery } from '@nameyard/contracts/primitives/query'
import { refusalsOf } from '@nameyard/contracts/primitives/refused-as'

/** No operation nests deeper than six levels. The limit protects recursive code in the services. */
const DEPTH = 32

/** Maximum number of entries of a list and of fields of an object; the largest zones have fewer records. */
const MOST_ENTRIES = 10_000

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads a body that is the value of one field: text in UTF-8. */
export function readText(bytes: Buffer, field: string): Record<string, unknown> {
  try {
    return { [field]: utf8.decode(bytes) }
  } catch {
    return refuse([{ path: field, problem: 'is not text in UTF-8' }])
  }
}

/**
 * Parses a body, whatever its media type: empty, or one JSON object in UTF-8. PHP prints an object without fields as an
 * empty list.
 */
export function readBody(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {}
  let body: unknown
  try {
    const text = utf8.decode(bytes)
    body = text.trim() === '' ? null : JSON.parse(text)
  } catch {
    fail('malformed_json')
  }
  if (body === null || isEmptyList(body)) return {}
  if (typeof body !== 'object' || Array.isArray(body)) refuse([{ path: 'body', problem: 'must be a JSON object' }])
  return body as Record<string, unknown>
}

/**
 * Builds the input of an operation from a request: query, body and path in one object. The path wins, because bodies repeat
 * it. Refuses with all faults at once, each with the path of its field.
 */
export function readInput(
  operation: AnyOperation,
  request: {
    readonly query: RawQuery
    readonly body: Record<string, unknown>
    readonly params: Record<string, string>
  },
): unknown {
  refuseUnknownOrder(operation, request.query)
  const given = { ...parseQuery(request.query, operation.query), ...request.body, ...request.params }
  const unstorable = findUnstorable(given, DEPTH)
  if (unstorable) refuse([unstorable])
  const parsed = parse(operation, given)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const faults = issues.flatMap((issue) => {
    const refusal = refusalOf(operation, issue, issues)
    return faultsOf(issue, []).map((fault): Fault => ({ ...fault, refusal }))
  })
  return refuse(faults, refusalOf(operation, issues[0]!, issues))
}

/**
 * Refuses to sort by an unknown column. Other unknown parameters are ignored, but a list in the wrong order would be a wrong
 * answer.
 */
function refuseUnknownOrder({ query }: AnyOperation, raw: RawQuery): void {
  const columns = [...queryParameters(query).keys()].filter((name) => name.startsWith('order_by.'))
  if (columns.length === 0) return
  const unknown = Object.keys(raw).find((name) => name.startsWith('order_by.') && !columns.includes(name))
  if (unknown !== undefined)
    refuse([{ path: unknown, problem: `is not a column of this list (${columns.join(', ')})` }])
}

/** Parses an input. An empty list in place of an object is accepted as an empty object (PHP). */
function parse({ input }: AnyOperation, given: unknown): z.ZodSafeParseResult<unknown> {
  const parsed = input.safeParse(given, { reportInput: true })
  if (parsed.success) return parsed
  const meant = parsed.error.issues.filter(
    (issue) =>
      issue.code === 'invalid_type' &&
      (issue.expected === 'object' || issue.expected === 'record') &&
      issue.path.length > 0 &&
      isEmptyList(issue.input),
  )
  if (meant.length === 0) return parsed
  const corrected = meant.reduce<unknown>((whole, { path }) => withEmptyObject(whole, path), given)
  return input.safeParse(corrected, { reportInput: true })
}

/** A value with an empty object in place of an empty list at a path. */
function withEmptyObject(value: unknown, [step, ...rest]: readonly PropertyKey[]): unknown {
  if (step === undefined) return isEmptyList(value) ? {} : value
  if (Array.isArray(value)) {
    return value.map((each: unknown, index) => (index === step ? withEmptyObject(each, rest) : each))
  }
  const fields = value as Record<PropertyKey, unknown>
  return { ...fields, [step]: withEmptyObject(fields[step], rest) }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** The refusal of a fault: that of its field, if the operation lists it. */
function refusalOf(
  { query, body, errors }: AnyOperation,
  issue: z.core.$ZodIssue,
  issues: readonly z.core.$ZodIssue[],
): ErrorName {
  const [part, ...path] = issue.path as [string, ...PropertyKey[]]
  const { missing, missingWith, wrong } = refusalsOf(fieldAt(query.shape[part] ?? body.shape[part], path))
  const beside = [...issue.path.slice(0, -1), missingWith?.field].join('.')
  const areBothMissing =
    missingWith && issues.some(({ path, input }) => input === undefined && path.join('.') === beside)
  const name = issue.input === undefined ? (areBothMissing ? missingWith.refusal : missing) : wrong
  return name !== undefined && errors.includes(name) ? name : 'invalid_input'
}

/** The field at a path. Indexes of lists are skipped, because all entries have the same schema. */
function fieldAt(
  schema: z.core.$ZodType | undefined,
  [key, ...rest]: readonly PropertyKey[],
): z.core.$ZodType | undefined {
  const field = innermost(schema)
  if (key === undefined) return field
  const { shape } = (field?._zod.def ?? {}) as { shape?: Record<PropertyKey, z.core.$ZodType> }
  return fieldAt(typeof key === 'number' ? field : shape?.[key], rest)
}

/** The declared schema without default and optional wrappers; for a list, that of its entries. */
function innermost(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const { innerType, element } = (schema?._zod.def ?? {}) as { innerType?: z.core.$ZodType; element?: z.core.$ZodType }
  return (innerType ?? element) && Object.keys(refusalsOf(schema)).length === 0
    ? innermost(innerType ?? element)
    : schema
}

function refuse(faults: readonly Fault[], refusal: ErrorName = 'invalid_input'): never {
  const [first] = faults
  const field = first?.path || 'body'
  // Refusals of records name the record; here only its path is known.
  throw new Refusal(refusal, { field, record: field, problem: first?.problem ?? 'is invalid' }, faults)
}

/** The first text that PostgreSQL or UTF-8 cannot store, or too deep nesting; `undefined` for a valid input. */
function findUnstorable(value: unknown, depthLeft: number): Fault | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return { path: '', problem: 'must not contain the character NUL' }
    if (!value.isWellFormed()) return { path: '', problem: 'must be well-formed Unicode' }
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depthLeft === 0) return { path: '', problem: 'is nested too deeply' }
  const size = Array.isArray(value) ? value.length : Object.keys(value).length
  if (size > MOST_ENTRIES) return { path: '', problem: `must have at most ${MOST_ENTRIES} entries` }
  for (const key in value) {
    const fault = findUnstorable(key, depthLeft) ?? findUnstorable(value[key as never], depthLeft - 1)
    // The path is built for a fault only, from the inside out.
    if (fault) return { ...fault, path: [key.toWellFormed(), ...(fault.path === '' ? [] : [fault.path])].join('.') }
  }
  return undefined
}

/** Converts an issue to faults. For a union, the branch that matched deepest is used. */
function faultsOf(issue: z.core.$ZodIssue, before: readonly PropertyKey[]): Fault[] {
  const path = [...before, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].map(String).join('.'), problem: 'is unknown' }))
  }
  if (issue.code === 'invalid_union') {
    const branch = issue.errors.toSorted((a, b) => (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0))[0]
    if (branch && branch.length > 0) return branch.flatMap((inner) => faultsOf(inner, path))
  }
  return [{ path: path.map(String).join('.'), problem: problemOf(issue) }]
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.origin === 'string'
        ? `must have at least ${issue.minimum} characters`
        : issue.origin === 'array'
          ? `must have at least ${issue.minimum} entries`
          : `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : issue.origin === 'array'
          ? `must have at most ${issue.maximum} entries`
          : `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.join(', ')}`
    case 'invalid_format':
      return `is not a valid ${issue.format === 'regex' ? 'value' : issue.format}`
    case 'custom':
      return issue.message
    default:
      return 'is invalid'
  }
}
