import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { InvalidArgumentError } from 'commander'
import { parse } from 'yaml'

/** Fields of a record or of settings, as a file or flags name them. The service validates them. */
export type Fields = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the record of an extension, or the settings of an account, from a file in JSON or YAML, of which JSON is a part. */
export function recordFile(path: string): Fields {
  let content: unknown
  try {
    content = parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    throw new InvalidArgumentError(`It cannot be read as JSON or YAML: ${reason}`)
  }
  if (!isGroup(content)) throw new InvalidArgumentError('It must contain one object.')
  return content
}

/** Adds a flag such as `periods.max=2` to the earlier ones. A value that is not JSON is a text. */
export function assignment(text: string, earlier: Fields = {}): Fields {
  const [, path, value] = /^([A-Za-z_][\w.]*)=(.*)$/s.exec(text) ?? []
  if (path === undefined || value === undefined)
    throw new InvalidArgumentError('It must be a field and a value, such as periods.max=2.')
  const added = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), valueOf(value))
  return merged(earlier, added as Fields)
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The fields with others in their place. Of a group only the given fields change; null removes a field. */
export function merged(fields: Fields, others: Fields): Fields {
  const result: Record<string, unknown> = { ...fields }
  for (const [name, value] of Object.entries(others)) {
    const known = result[name]
    if (value === null) delete result[name]
    else result[name] = isGroup(value) ? merged(isGroup(known) ? known : {}, value) : value
  }
  return result
}

/** The fields in which two records differ, each with both values as JSON; undefined where a record has none. */
export function differences(one: Fields, other: Fields, path = ''): (readonly [string, string, string])[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) => {
    const [before, after] = [one[name], other[name]]
    const field = path === '' ? name : `${path}.${name}`
    if (isDeepStrictEqual(before, after)) return []
    if (isGroup(before) && isGroup(after)) return differences(before, after, field)
    return [[field, JSON.stringify(before) ?? '', JSON.stringify(after) ?? ''] as const]
  })
}
