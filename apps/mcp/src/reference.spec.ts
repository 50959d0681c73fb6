import { routes } from '@nameyard/contracts/operations'
import { assistant } from '../test/assistant'

const everything = routes.map(({ id }) => id)

const textAt = async (mcp: Awaited<ReturnType<typeof assistant>>['mcp'], uri: string) => {
  const { contents } = await mcp.readResource({ uri })
  return (contents[0] as { text: string }).text
}

test('offers a guide, the refusals and the API description as resources', async () => {
  const { mcp } = await assistant(everything)
  const { resources } = await mcp.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(['nameyard://guide', 'nameyard://errors', 'nameyard://openapi'])
  expect(await textAt(mcp, 'nameyard://guide')).toContain('REQ is ordered')
  expect(await textAt(mcp, 'nameyard://errors')).toContain('- 310 (HTTP 402): Credit too low')
  expect(JSON.parse(await textAt(mcp, 'nameyard://openapi'))).toHaveProperty('paths')
})

test('offers each operation as a resource', async () => {
  const { mcp } = await assistant(['domains.create'])
  const { resourceTemplates } = await mcp.listResourceTemplates()
  expect(resourceTemplates).toMatchObject([{ uriTemplate: 'nameyard://operations/{id}' }])
  const told = JSON.parse(await textAt(mcp, 'nameyard://operations/domains.create'))
  expect(told).toMatchObject({ name: 'domains_create', route: 'POST /v1/domains', effect: 'purchase' })
  expect(told.refusals).toContainEqual(expect.objectContaining({ name: 'credit_too_low', code: 310 }))
  await expect(mcp.readResource({ uri: 'nameyard://operations/zones.get' })).rejects.toThrow('nothing to read')
})

test('prompts are messages that name the tools in order', async () => {
  const { mcp } = await assistant(everything)
  const { prompts } = await mcp.listPrompts()
  expect(prompts.map(({ name }) => name)).toContain('register_domain')
  const { messages } = await mcp.getPrompt({ name: 'register_domain', arguments: { domain: 'example.com' } })
  expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }])
  expect(JSON.stringify(messages)).toContain('Register example.com for me.')
  await expect(mcp.getPrompt({ name: 'register_domain', arguments: {} })).rejects.toThrow('needs domain')
  await expect(mcp.getPrompt({ name: 'nothing' })).rejects.toThrow('There is no prompt nothing.')
})

test('a profile offers the prompts whose tools it allows, and describes only these tools', async () => {
  const { mcp } = await assistant(everything, undefined, 'read')
  const { prompts } = await mcp.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['explain_domain', 'review_renewals'])
  await expect(mcp.getPrompt({ name: 'register_domain', arguments: { domain: 'example.com' } })).rejects.toThrow()
  await expect(mcp.readResource({ uri: 'nameyard://operations/domains.create' })).rejects.toThrow('nothing to read')
  await expect(mcp.readResource({ uri: 'nameyard://operations/keys.list' })).rejects.toThrow('nothing to read')
})

test('every tool that a text names exists', async () => {
  const { mcp } = await assistant(everything, undefined, 'all')
  const { tools } = await mcp.listTools()
  const names = new Set(tools.map(({ name }) => name))
  const resources = [...new Set(everything.map((id) => id.slice(0, id.indexOf('.')).replaceAll('-', '_')))]
  const { prompts } = await mcp.listPrompts()
  const given = { domain: 'example.com', owner: 'Ada', address: '192.0.2.1' }
  const texts = [
    mcp.getInstructions()!,
    await textAt(mcp, 'nameyard://guide'),
    await textAt(mcp, 'nameyard://errors'),
    ...(await Promise.all(prompts.map(({ name }) => mcp.getPrompt({ name, arguments: given })))).map((each) =>
      JSON.stringify(each.messages),
    ),
  ]
  const named = texts.flatMap((text) => text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [])
  const ofTools = named.filter((word) => resources.some((resource) => word.startsWith(`${resource}_`)))
  expect(ofTools.length).toBeGreaterThan(20)
  expect(ofTools.filter((word) => !names.has(word))).toEqual([])
})
