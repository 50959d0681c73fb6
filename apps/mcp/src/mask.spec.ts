import { routes } from '@nameyard/contracts/operations'
import { secretPaths } from '@nameyard/contracts/primitives/secret'
import { toolOperations } from '@nameyard/contracts/tool'
import { assistant } from '../test/assistant'

const everything = routes.map(({ id }) => id)
const code = 'Xy7-secret'

const answers = (data: unknown) => () => ({ body: { code: 0, data, desc: '', maintenance: false, warnings: [] } })

test.each(
  toolOperations
    .filter(({ isSecret, rights }) => isSecret || rights.includes('transfer-codes'))
    .map((each) => [each.id, each] as const),
)('the secrets in the answers of %s are marked', (_, { result }) => {
  expect(secretPaths(result).length).toBeGreaterThan(0)
})

test.each(['read', 'dns'] as const)('profile %s masks auth codes, and says how a person gets them', async (profile) => {
  const { mcp } = await assistant(everything, answers({ id: 7, auth_code: code, internal_auth_code: code }), profile)
  const answer = await mcp.callTool({ name: 'domains_get', arguments: { id: 7 } })
  expect(answer.structuredContent).toEqual({ id: 7, auth_code: '[masked]', internal_auth_code: '[masked]' })
  expect(answer.content[1]).toEqual({
    type: 'text',
    text: 'Masked in this profile: auth_code, internal_auth_code. This assistant cannot see them. A person gets them over HTTPS with a login of their own: GET /v1/domains/:id.',
  })
  expect(JSON.stringify(answer)).not.toContain(code)
})

test('profile read masks codes in lists, and dns the links to zones', async () => {
  const list = await assistant(everything, answers({ results: [{ id: 7, auth_code: code }], total: 1 }), 'read')
  expect(JSON.stringify(await list.mcp.callTool({ name: 'domains_list', arguments: {} }))).not.toContain(code)
  const link = await assistant(everything, answers({ token: code, url: `https://x.example/zone/${code}` }), 'dns')
  const given = {
    name: 'operations_call',
    arguments: { name: 'domain_tokens_create', arguments: { domain: 'a.example' } },
  }
  const answer = await link.mcp.callTool(given)
  expect(answer.structuredContent).toEqual({ token: '[masked]', url: '[masked]' })
  expect(JSON.stringify(answer)).not.toContain(code)
})

test('an answer whose codes are empty has nothing to mask', async () => {
  const { mcp } = await assistant(everything, answers({ id: 7, auth_code: '' }), 'read')
  const answer = await mcp.callTool({ name: 'domains_get', arguments: { id: 7 } })
  expect(answer.content).toHaveLength(1)
  expect(answer.structuredContent).toEqual({ id: 7, auth_code: '' })
})

test.each([undefined, 'domains', 'all'] as const)('profile %s masks nothing', async (profile) => {
  const { mcp } = await assistant(everything, answers({ id: 7, auth_code: code }), profile)
  const answer = await mcp.callTool({ name: 'domains_get', arguments: { id: 7 } })
  expect(answer.structuredContent).toEqual({ id: 7, auth_code: code })
})
