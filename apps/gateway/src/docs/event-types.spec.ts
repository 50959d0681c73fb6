import Ajv from 'ajv'
import Ajv2020 from 'ajv/dist/2020'
import { fastify } from 'fastify'
import { accountEvents } from '@nameyard/contracts/account-events'
import { eventOnWire } from '@nameyard/contracts/events/list-events'
import { routes } from '@nameyard/contracts/operations'
import { asyncApi, mountAsyncApi } from './asyncapi'
import { markdownPages } from './markdown-pages'
import { openApi } from './openapi'

interface Message {
  readonly payload: { readonly $ref: string }
  readonly examples: readonly { readonly payload: { readonly data: unknown; readonly type: string } }[]
}

const document = asyncApi(accountEvents) as unknown as {
  readonly components: { readonly messages: Readonly<Record<string, Message>>; readonly schemas: object }
}
const description = openApi(routes) as unknown as {
  readonly webhooks: Readonly<
    Record<string, { post: { requestBody: { content: { 'application/json': { schema: { $ref: string } } } } } }>
  >
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}
const types = accountEvents.map(({ type }) => type)

it('the description of the events is valid AsyncAPI 3.0, by its own schema', () => {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the package has no types of its schemas
  const schema = require('@asyncapi/specs/schemas/3.0.0.json') as object
  const validate = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false }).compile(
    schema,
  )
  validate(document)
  expect(validate.errors).toBeNull()
  const isValid = (change: object) => validate({ ...document, ...change })
  expect([isValid({}), isValid({ asyncapi: '2.0.0' }), isValid({ channels: [] })]).toEqual([true, false, false])
})

it('both descriptions have every type of event, and the reference page does', () => {
  expect(Object.keys(document.components.messages)).toEqual(types)
  expect(Object.keys(description.webhooks)).toEqual(types)
  const page = markdownPages(description).get('/docs/reference/event-types.md')!
  expect([...page.matchAll(/^## ([a-z-]+\.[a-z-]+)$/gm)].map(([, type]) => type)).toEqual(types)
  expect(markdownPages(description).get('/llms.txt')).toContain('/docs/reference/event-types.md')
})

it('the description of the events is served beside that of the requests', async () => {
  const http = fastify()
  mountAsyncApi(http, accountEvents)
  for (const url of ['/v1/asyncapi.json', '/v1beta/asyncapi.json']) {
    const { statusCode, headers, body } = await http.inject(url)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(JSON.parse(body)).toEqual(document)
  }
  await http.close()
})

describe.each(accountEvents.map((each) => [each.type, each] as const))('%s', (type, { state }) => {
  const { payload, examples } = document.components.messages[type]!
  const [{ payload: example }] = examples as [Message['examples'][number]]

  it('has an example that is valid by the contract', () => {
    expect(eventOnWire.safeParse(example).error?.issues).toBeUndefined()
    expect(state.safeParse(example.data).error?.issues).toBeUndefined()
    expect(example.type).toBe(type)
  })

  it('has an example that is valid by its schema, in both descriptions', () => {
    const { schema } = description.webhooks[type]!.post.requestBody.content['application/json']
    expect(schema).toEqual(payload)
    for (const { components } of [document, description]) {
      const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({ components, ...payload })
      validate(example)
      expect(validate.errors).toBeNull()
      expect(validate({ ...example, type: 'domain.other' })).toBe(false)
    }
  })
})
