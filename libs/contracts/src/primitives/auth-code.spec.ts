import { z } from 'zod'
import { routes } from '../operations'
import { jsonSchemaOf } from '../tool'
import { authCode, authCodePaths, emptyAuthCodes } from './auth-code'

const code = authCode(z.string())

it('finds marked fields in lists, optional fields, unions and nested objects', () => {
  const schema = z.object({
    code: code.optional().describe('a code'),
    plain: z.string(),
    inner: z.object({ code: code.nullable() }).optional(),
    list: z.array(z.object({ code: z.union([z.int(), code]) })),
  })
  expect(authCodePaths(schema)).toEqual([['code'], ['inner', 'code'], ['list', '[]', 'code']])
})

it('empties codes, adds no field, and keeps everything else', () => {
  const answer = { code: 'secret', plain: 'stays', inner: {}, list: [{ code: 'a' }, { code: 'b', more: 1 }] }
  emptyAuthCodes(answer, [['code'], ['inner', 'code'], ['list', '[]', 'code'], ['absent', 'code']])
  expect(answer).toEqual({ code: '', plain: 'stays', inner: {}, list: [{ code: '' }, { code: '', more: 1 }] })
  expect(() => emptyAuthCodes(null, [['code']])).not.toThrow()
})

interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

/** Returns the paths of the fields that have the name of an auth code. */
function named(given: JsonSchema, definitions: JsonSchema['$defs'], path: readonly string[] = []): string[] {
  const { properties = {}, items, anyOf = [] } = given.$ref ? definitions![given.$ref.slice(8)]! : given
  return [
    ...Object.entries(properties).flatMap(([name, each]) => [
      ...(/(^|_)auth_code$|^pw$/.test(name) ? [[...path, name].join('.')] : []),
      ...named(each, definitions, [...path, name]),
    ]),
    ...(items ? named(items, definitions, [...path, '[]']) : []),
    ...anyOf.flatMap((each) => named(each, definitions, path)),
  ]
}

it.each(routes.map((operation) => [operation.id, operation] as const))(
  'every field of the answer of %s that has the name of an auth code is marked as one',
  (_, { result }) => {
    const schema = jsonSchemaOf(result) as JsonSchema
    const paths = authCodePaths(result).map((path) => path.join('.'))
    expect(paths.toSorted()).toEqual(named(schema, schema.$defs).toSorted())
  },
)
