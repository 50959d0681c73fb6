import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

const singularOf = (word) => word.replace(/ies$/, 'y').replace(/s$/, '')
const pascal = (words) => words.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())
const camel = (words) => words.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())

/** `templates.update` is declared in `update-template.ts`, `templates.list` in `list-templates.ts`. */
export function fileNameOf(id) {
  const [resource, verb] = id.split('.')
  // A verb with an object of its own is the whole name: `access.read-token` is `read-token.ts`.
  if (verb.includes('-')) return verb
  return `${verb}-${verb === 'list' ? resource : resource.replace(/[a-z]+$/, singularOf)}`
}

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* files(join(folder, entry.name))
    else yield join(folder, entry.name)
  }
}

/** The folder of the contracts that declares operations of this resource, or the one named after the service. */
function contractFolder(root, resource, service) {
  const contracts = join(root, 'libs/contracts/src')
  const of = `id: '${resource}.`
  const found = [...files(contracts)].find((file) => /\.ts$/.test(file) && readFileSync(file, 'utf8').includes(of))
  const folder = found ? join(found, '..') : join(contracts, service)
  if (!existsSync(folder)) throw new Error(`${relative(root, folder)} does not exist: make the folder first.`)
  return folder
}

/** The module of a feature folder, or the nearest one above it. */
function moduleOf(root, folder) {
  for (let at = folder; at !== root; at = join(at, '..')) {
    const found = readdirSync(at).find((name) => name.endsWith('.module.ts'))
    if (found) return join(at, found)
  }
  throw new Error(`There is no *.module.ts in ${relative(root, folder)} or above it.`)
}

const contractText = ({ id, name, service, method, path, isRead }) => {
  const params = [...path.matchAll(/:(\w+)/g)].map(
    ([, param]) => `${param}: z.string().describe('FILL IN: the ${param}.')`,
  )
  return `import { z } from 'zod'
import { operation } from '../operation'

/** FILL IN: what the operation does, in one sentence. */
export const ${name} = operation({
  id: '${id}',
  service: '${service}',
  effect: '${isRead ? 'read' : 'write'}',
  method: '${method}',
  path: '${path}',
  summary: 'FILL IN: a few words, such as "List tags"',
  description: 'FILL IN: when to use it, what it answers, what it costs and whether it can be undone.',
${params.length ? `  params: z.object({ ${params.join(', ')} }),\n` : ''}${method === 'POST' || method === 'PUT' ? `  body: z.object({}),\n` : ''}  result: z.object({}),
  errors: [],
})
`
}

const handlerText = ({ name, type, contract }) => `import { ${name} } from '${contract}'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'

@Controller()
export class ${type} {
  constructor(private readonly database: Database) {}

  @Handles(${name})
  async execute(input: Input<typeof ${name}>, call: Call): Promise<Result<typeof ${name}>> {
    throw new Error(\`FILL IN: ${name} of account \${resellerOf(call)} with \${JSON.stringify(input)}\`)
  }
}
`

const specText = ({ id, name, type, file, contract }) => `import { ${name} } from '${contract}'
import { ${type} } from './${file}'

describe('${id}', () => {
  it('FILL IN: answers what the contract promises', async () => {
    const input = ${name}.input.parse({})
    const answer = await new ${type}({} as never).execute(input as never, {} as never)
    expect(${name}.result.parse(answer)).toEqual({})
  })
})
`

/** Adds a controller to a Nest module: its import, and its entry in \`controllers\`. */
export function withController(text, type, from) {
  if (!/controllers: \[/.test(text)) throw new Error('The module has no `controllers: [`: add one first.')
  const imports = [...text.matchAll(/^import [\s\S]*?from '[^']+'$/gm)]
  const last = imports.filter(([line]) => /from '\.\//.test(line)).at(-1) ?? imports.at(-1)
  const at = last.index + last[0].length
  const imported = `${text.slice(0, at)}\nimport { ${type} } from '${from}'${text.slice(at)}`
  return imported.replace(/controllers: \[(\s*)/, (_, space) => `controllers: [${space}${type},${space || ' '}`)
}

/**
 * Writes contract, handler and spec of a new operation and registers the handler in the module of its feature. Returns
 * the files, relative to the root.
 */
export function addOperation(root, { id, method, path, folder }) {
  if (!/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(id))
    throw new Error(`"${id}" is not an id such as templates.update.`)
  if (!['GET', 'POST', 'PUT', 'DELETE'].includes(method))
    throw new Error(`"${method}" is not GET, POST, PUT or DELETE.`)
  if (!path.startsWith('/v1/')) throw new Error(`"${path}" is not a path below /v1/.`)
  const feature = join(root, folder)
  const service = /^apps\/([^/]+)\/src\/./.exec(folder)?.[1]
  if (!service || !existsSync(feature))
    throw new Error(`"${folder}" is not a feature folder such as apps/dns/src/templates.`)
  const file = fileNameOf(id)
  const contracts = contractFolder(root, id.split('.')[0], service)
  const given = {
    id,
    method,
    path,
    service,
    file,
    name: camel(file),
    type: pascal(file),
    isRead: method === 'GET',
    contract: `@nameyard/contracts/${basename(contracts)}/${file}`,
  }
  const texts = {
    [join(contracts, `${file}.ts`)]: contractText(given),
    [join(feature, `${file}.ts`)]: handlerText(given),
    [join(feature, `${file}.spec.ts`)]: specText(given),
  }
  const existing = Object.keys(texts).find((each) => existsSync(each))
  if (existing) throw new Error(`${relative(root, existing)} exists already.`)
  const module = moduleOf(root, feature)
  const from = `./${relative(join(module, '..'), join(feature, file))}`
  const registered = withController(readFileSync(module, 'utf8'), given.type, from)
  for (const [target, text] of Object.entries({ ...texts, [module]: registered })) writeFileSync(target, text)
  return [...Object.keys(texts), module].map((each) => relative(root, each))
}
