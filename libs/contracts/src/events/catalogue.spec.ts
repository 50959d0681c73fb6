import { accountEvents } from '../account-events'
import { exampleOf } from '../example'
import { authCodePaths } from '../primitives/auth-code'
import { secretPaths } from '../primitives/secret'
import { jsonSchemaOf } from '../tool'
import { noticeText } from './notice-text'

/** Names of fields that are about people. An event never changes, so what is erased with a person cannot be in it. */
const OF_PEOPLE = /^(email|phone|fax|first_name|last_name|full_name|prefix|initials|birth_date|street|username)$/

/** Names of all fields in the values of a JSON schema. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...own, ...Object.values(schema).flatMap(fieldsOf)]
}

it.each(accountEvents)('$type has a state without secrets and without data of people', ({ state }) => {
  // Auth codes are fields of the read. They are empty in the state.
  const codes = authCodePaths(state).map((path) => path.join('.'))
  expect(secretPaths(state).map((path) => path.join('.'))).toEqual(codes)
  const fields = fieldsOf(state.toJSONSchema({ io: 'input', unrepresentable: 'any' }))
  expect(fields.filter((field) => OF_PEOPLE.test(field))).toEqual([])
})

/** A JSON schema, and what its references lead to. */
function describedBy(state: (typeof accountEvents)[number]['state']) {
  const schema = jsonSchemaOf(state) as Schema
  const definitions = (schema.$defs ?? {}) as Readonly<Record<string, Schema>>
  const resolved = (each: Schema): Schema => {
    const { $ref: reference } = each
    return typeof reference === 'string' ? (definitions[reference.slice('#/$defs/'.length)] ?? {}) : each
  }
  return { schema, resolved }
}

type Schema = Readonly<Record<string, unknown>>

const withNotice = accountEvents.filter(({ notice }) => notice !== undefined)
it.each(withNotice)('$type has a notice of one sentence, with fields that its state has', ({ notice, state }) => {
  const { schema, resolved } = describedBy(state)
  const example = exampleOf(schema, resolved)
  const fields = notice!.text.match(/\{[\w.]+\}/g) ?? []
  expect(fields.length).toBeGreaterThan(0)
  for (const field of fields) expect([field, noticeText(field, example)]).not.toEqual([field, ''])
  expect(notice!.text).toMatch(/^[A-Z{][^!?]*\.$/)
})

const withMail = accountEvents.filter(({ mail }) => mail !== undefined)
it.each(withMail)('$type has a mail with fields that its state has', ({ mail, state }) => {
  const { schema, resolved } = describedBy(state)
  const kindOf = (path: readonly string[]) => {
    const field = path.reduce<Schema>(
      (each, name) => resolved((resolved(each).properties as Record<string, Schema> | undefined)?.[name] ?? {}),
      schema,
    )
    return field.type
  }
  const texts = [...Object.values(mail!.values), ...(mail!.registrant === undefined ? [] : [mail!.registrant])]
  const fields = texts.flatMap((text) => text.match(/(?<=\{)[\w.]+(?=\})/g) ?? [])
  expect(fields.length).toBeGreaterThan(0)
  // Some of them are absent at times: then the mail says nothing about them.
  for (const field of fields)
    expect([field, kindOf(field.split('.'))]).toEqual([field, expect.stringMatching(/string|number/)])
})

it.each(withMail)('$type has a mail to a registrant only if its state names one', ({ mail }) => {
  const isToRegistrant = mail!.to !== 'reseller' || mail!.policy !== undefined
  if (isToRegistrant) expect(mail!.registrant).toBeDefined()
})

it('has one event for each type of mail', () => {
  const types = withMail.map(({ mail }) => mail!.type)
  expect(new Set(types).size).toBe(types.length)
})
