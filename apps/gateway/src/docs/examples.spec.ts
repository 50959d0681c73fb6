import type { AnyOperation } from '@nameyard/contracts/operation'
import { routes } from '@nameyard/contracts/operations'
import { openApi } from './openapi'

type Media = { schema: { $ref: string }; examples: { usual: { value: Record<string, unknown> } } }
type Described = {
  operationId: string
  requestBody?: { content: { 'application/json': Media } }
  responses: { '200': { content: { 'application/json': Media } } }
}

const { paths } = openApi(routes) as { paths: Record<string, Record<string, Described>> }
const described = new Map(
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map((each) => [each.operationId, each]),
)
const cases = routes.map((operation) => [operation.id, operation, described.get(operation.id)!] as const)

describe.each(cases)('%s', (_, operation: AnyOperation, { requestBody, responses }) => {
  const problems = ({ error }: { error?: { issues: readonly unknown[] } }) => error?.issues ?? []

  it('has an example of a request that is valid by its schema', () => {
    if (!requestBody) return expect(operation.body.shape).toEqual({})
    const { usual } = requestBody.content['application/json'].examples
    expect(problems(operation.body.strict().safeParse(usual.value))).toEqual([])
    expect(Object.keys(usual.value)).not.toEqual([])
  })

  it('has an example of an answer that is valid by its schema', () => {
    const { value } = responses['200'].content['application/json'].examples.usual
    expect(Object.keys(value)).toEqual(['code', 'data', 'desc', 'maintenance', 'warnings'])
    expect(problems(operation.result.safeParse(value.data))).toEqual([])
  })
})

describe('the schema names of bodies', () => {
  it('are the names that existing clients were generated with', () => {
    const media = described.get('customers.create')!
    expect(media.requestBody!.content['application/json'].schema.$ref).toMatch(/\/customerCreateCustomerRequest$/)
    expect(media.responses['200'].content['application/json'].schema.$ref).toMatch(/\/customerCreateCustomerResponse$/)
  })
})
