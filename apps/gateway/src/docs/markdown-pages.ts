import { guidePages } from './guides'

type Json = Readonly<Record<string, unknown>>

/** The parts of the API description that the pages are made of. */
interface Described {
  readonly info: { readonly description: string }
  readonly tags: readonly Tag[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: Readonly<Record<string, { readonly post: Webhook }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Tag {
  readonly name: string
  readonly 'x-displayName': string
  readonly description: string
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
}

interface Content {
  readonly 'application/json': {
    readonly schema: Schema
    readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
  }
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters: readonly (Json & { name?: string; in?: string; required?: boolean; description?: string })[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>
}

/** The description of a type of event. */
interface Webhook {
  readonly description: string
  readonly requestBody: { readonly content: Content }
}

/** Fields of fields are described down to this depth. */
const DEPTH = 5

/**
 * The reference as Markdown, by address: a page for each group of operations, one for each guide, and `/llms.txt`, which
 * links them all (llmstxt.org).
 */
export function markdownPages(description: object): ReadonlyMap<string, string> {
  const described = description as Described
  const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = described.tags.map((tag) => ({
    tag,
    url: `/docs/reference/${tag.name}.md`,
    sections: operations
      .filter(({ operation }) => operation.tags.includes(tag.name))
      .map(({ path, method, operation }) => section(`${method.toUpperCase()} ${path}`, operation, described)),
  }))
  const guides = guidePages()
  return new Map([
    ['/llms.txt', overview(groups, guides)],
    ['/docs/introduction.md', `${described.info.description.trim()}\n`],
    ...groups.map(
      ({ tag, url, sections }) =>
        [url, [`# ${tag['x-displayName']}`, tag.description, ...sections].join('\n\n').concat('\n')] as const,
    ),
    [EVENT_TYPES, eventTypesPage(described)] as const,
    ...guides.map(({ name, text }) => [`/docs/${name}.md`, text] as const),
  ])
}

function overview(
  groups: readonly { readonly tag: Tag; readonly url: string }[],
  guides: readonly { readonly name: string; readonly title: string }[],
): string {
  const pages = groups.map(({ tag, url }) => `- [${tag['x-displayName']}](${url}): ${tag.description}`)
  const links = guides.map(({ name, title }) => `- [${title}](/docs/${name}.md)`)
  return [
    '# Nameyard',
    '> An API to register and manage domain names, DNS zones, certificates and e-mail DMARC, for resellers.',
    'Every request but the login has a bearer token: of POST /v1/auth/login, or an API key. Prices and the state of orders are read, never guessed.',
    '## Reference\n',
    ['- [How requests and answers look](/docs/introduction.md)', ...pages, `- [Types of events](${EVENT_TYPES})`].join(
      '\n',
    ),
    '## Guides\n',
    links.join('\n'),
    '## Optional\n',
    '- [The description of the API in OpenAPI 3.1](/v1/openapi.json)\n- [The description of the events in AsyncAPI 3.0](/v1/asyncapi.json)\n',
  ]
    .join('\n\n')
    .replaceAll('\n\n\n', '\n\n')
}

/** Address of the page with all types of events. */
const EVENT_TYPES = '/docs/reference/event-types.md'

/** All types of events with an example each, then the fields of their data, once for all types that share them. */
function eventTypesPage(described: Described): string {
  const names = new Set<string>()
  const types = Object.entries(described.webhooks ?? {}).map(([type, { post }]) => {
    const { schema, examples } = post.requestBody.content['application/json']
    const data = resolved(schema, described).allOf!.at(-1)!.properties!['data']!
    const name = data.$ref!.slice(data.$ref!.lastIndexOf('/') + 1)
    names.add(name)
    const example = JSON.stringify(examples!.usual!.value, null, 2)
    return [`## ${type}`, post.description, `Data: ${name}.`, `\`\`\`json\n${example}\n\`\`\``].join('\n\n')
  })
  const fields = [...names].map((name) =>
    [`## ${name}`, fieldsOf(described.components.schemas[name]!, described).join('\n')].join('\n\n'),
  )
  const envelope = fieldsOf(described.components.schemas['Event']!, described).join('\n')
  return ['# Types of events', 'What an event has besides its data:', envelope, ...types, ...fields]
    .join('\n\n')
    .concat('\n')
}

function section(request: string, operation: Operation, described: Described): string {
  const fields = operation.parameters
    .filter(({ name }) => name !== undefined)
    .map(({ name, in: where, required, description = '' }) =>
      line(name!, `${where}${required ? ', required' : ''}`, description),
    )
  const body = operation.requestBody?.content['application/json']
  const example = body?.examples?.usual?.value
  const { 200: success, ...failures } = operation.responses
  return [
    `## ${operation.summary}`,
    `\`${request}\` (${operation.operationId})`,
    operation.description,
    ...list('Parameters', fields),
    ...list('Body', body ? fieldsOf(body.schema, described) : []),
    ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``]),
    ...list('Result, in `data`', resultOf(success!.content['application/json'].schema, described)),
    ...list(
      'Refusals',
      Object.entries(failures).flatMap(([status, { description }]) =>
        description.split('\n').map((refusal) => `- HTTP ${status}, code ${refusal}`),
      ),
    ),
  ].join('\n\n')
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')]
}

function resultOf(envelope: Schema, described: Described): string[] {
  const data = resolved(envelope, described).properties?.['data'] ?? {}
  return fieldsOf(data, described)
}

/** One line for each field of a schema, those of inner objects below theirs. */
function fieldsOf(schema: Schema, described: Described, depth = 0): string[] {
  const { properties = {}, required = [], items } = resolved(schema, described)
  if (items) return fieldsOf(items, described, depth)
  if (depth === DEPTH) return []
  return Object.entries(properties).flatMap(([name, field]) => {
    const { type, enum: values, description, items: entries } = { ...resolved(field, described), ...field }
    const kind = entries ? `list of ${resolved(entries, described).type ?? 'values'}` : (type ?? 'value')
    const choice = values ? `: ${values.map((value) => JSON.stringify(value)).join(', ')}` : ''
    const head = line(name, `${kind}${choice}${required.includes(name) ? ', required' : ''}`, description ?? '')
    return [`${'  '.repeat(depth)}${head}`, ...fieldsOf(field, described, depth + 1)]
  })
}

function line(name: string, kind: string, description: string): string {
  return `- \`${name}\` (${kind})${description && `: ${description.replaceAll(/\s+/g, ' ')}`}`
}

function resolved(schema: Schema, { components }: Described): Schema {
  return schema.$ref === undefined ? schema : components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]!
}
