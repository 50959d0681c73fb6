import { accountEvents } from '../account-events'
import { authCodePaths } from '../primitives/auth-code'
import { secretPaths } from '../primitives/secret'

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
