import { operations } from '@nameyard/contracts/operations'
import type { AnyOperation } from '@nameyard/contracts/operation'
import { openApi } from '../http/openapi'
import { mounted } from '../mounted'
import { requestExamples } from './request-examples'
import { namedOperations } from './schema-names'

type Media = { schema: { $ref: string }; examples: { usual: { value: Record<string, unknown> } } }
type Described = {
  operationId: string
  requestBody?: { content: { 'application/json': Media } }
  responses: { '200': { content: { 'application/json': Media } } }
}

const { paths } = openApi(mounted) as { paths: Record<string, Record<string, Described>> }
const described = new Map(
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map((each) => [each.operationId, each]),
)
const cases = mounted.map((operation) => [operation.id, operation, described.get(operation.id)!] as const)

describe.each(cases)('%s', (_, operation: AnyOperation, { requestBody, responses }) => {
  const problems = ({ error }: { error?: { issues: readonly unknown[] } }) => error?.issues ?? []

  it('shows a request that its schema takes', () => {
    if (!requestBody) return expect(operation.body.shape).toEqual({})
    const { usual } = requestBody.content['application/json'].examples
    expect(problems(operation.body.strict().safeParse(usual.value))).toEqual([])
    expect(Object.keys(usual.value)).not.toEqual([])
  })

  it('shows an answer that its schema takes', () => {
    const { value } = responses['200'].content['application/json'].examples.usual
    expect(Object.keys(value)).toEqual(['code', 'data', 'desc', 'maintenance', 'warnings'])
    expect(problems(operation.result.safeParse(value.data))).toEqual([])
  })
})

describe('the names of bodies', () => {
  it('are the ones that clients were generated from', () => {
    const media = described.get('customers.create')!
    expect(media.requestBody!.content['application/json'].schema.$ref).toMatch(/\/customerCreateCustomerRequest$/)
    expect(media.responses['200'].content['application/json'].schema.$ref).toMatch(/\/customerCreateCustomerResponse$/)
  })

  it('and the examples belong to operations that there are', () => {
    const ids = operations.map(({ id }) => id as string)
    expect([...namedOperations, ...Object.keys(requestExamples)].filter((id) => !ids.includes(id))).toEqual([])
  })
})
