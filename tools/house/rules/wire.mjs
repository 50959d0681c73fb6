import ts from 'typescript'
import { isTest, roomOf, walk } from '../tree.mjs'

const { SyntaxKind } = ts

/** `{ name, maker, id }` of a declaration like `export const renewDomain = operation({ id: 'domains.renew', …`. */
function declarationIn(node) {
  if (node.kind !== SyntaxKind.VariableDeclaration || node.initializer?.kind !== SyntaxKind.CallExpression) return []
  const { expression, arguments: given } = node.initializer
  const id = given[0]?.properties?.find((property) => property.name?.text === 'id')?.initializer
  return id?.kind === SyntaxKind.StringLiteral ? [{ name: node.name.text, maker: expression.text, id: id.text }] : []
}

/** The declaration that a decorator like `@Handles(renewDomain)` names. */
const decorated = (node, decorator) =>
  node.kind === SyntaxKind.Decorator && decorator.test(node.expression.expression?.text ?? '')
    ? [node.expression.arguments[0]?.text]
    : []

/** The names that a call like `outbox.append(…)` receives, or the one of a property `message: domainCreated`. */
function publishedBy(node) {
  if (node.kind === SyntaxKind.PropertyAssignment && node.name.text === 'message') return [node.initializer.text]
  if (node.kind !== SyntaxKind.CallExpression) return []
  const called = node.expression.name?.text ?? node.expression.text
  if (!/^(append|publish)/.test(called ?? '')) return []
  const names = []
  for (const argument of node.arguments)
    walk(argument, (below) => below.kind === SyntaxKind.Identifier && names.push(below.text))
  return names
}

const read = new WeakMap()

/** The messages and operations that a program declares, handles, consumes and publishes. */
function wireOf(syntax) {
  if (read.has(syntax)) return read.get(syntax)
  const wire = { declared: [], handled: new Set(), consumed: new Set(), published: new Set() }
  walk(syntax, (node) => {
    wire.declared.push(...declarationIn(node))
    for (const name of decorated(node, /^Handles(Batch)?$/)) wire.handled.add(name)
    for (const name of decorated(node, /^Consumes$/)) wire.consumed.add(name)
    for (const name of publishedBy(node)) wire.published.add(name)
  })
  read.set(syntax, wire)
  return wire
}

const isContract = (file) => file.startsWith('libs/contracts/')

/** Declarations of the contracts by one of these functions. */
const declared = (tree, makers) =>
  tree.files
    .filter((file) => /^libs\/contracts\/src\/.*\.ts$/.test(file) && !isTest(file))
    .flatMap((file) => wireOf(tree.syntax(file)).declared.map((declaration) => ({ file, ...declaration })))
    .filter(({ maker }) => makers.includes(maker))

/** The programs of services and libraries, without tests and contracts. */
const running = (tree) =>
  tree.files
    .filter((file) => /^(apps|libs)\/.*\.ts$/.test(file) && !isTest(file) && !isContract(file))
    .map((file) => ({ file, ...wireOf(tree.syntax(file)) }))

const filesWith = (sources, does, name) => sources.filter((wire) => wire[does].has(name)).map(({ file }) => file)

const producersOf = (sources, name) => filesWith(sources, 'published', name)

const consumersOf = (sources, name) => filesWith(sources, 'consumed', name)

const handlersOf = (sources, name) => filesWith(sources, 'handled', name)

/** The handlers of a room by the ids of their operations, as `[id, file]`. */
export function handlersOfRoom(tree, room) {
  const sources = running(tree).filter(({ file }) => roomOf(file) === room)
  return declared(tree, ['operation', 'internalOperation']).flatMap(({ id, name }) =>
    handlersOf(sources, name).map((file) => [id, file]),
  )
}

/** The entries under each heading of a room's page, read from the code; `npm run golden` prints them there. */
export function listsOf(tree) {
  const sources = running(tree)
  const operations = declared(tree, ['operation', 'internalOperation'])
  const messages = declared(tree, ['event', 'command'])
  const ids = (all, filesOf, room) =>
    all.filter(({ name }) => filesOf(sources, name).some((file) => roomOf(file) === room)).map(({ id }) => id)
  return (room) => ({
    Operations: ids(operations, handlersOf, room),
    'Events in': ids(messages, consumersOf, room),
    'Events out': ids(messages, producersOf, room),
    Tables: tree.files
      .filter((file) => file.startsWith(`${room}/migrations/`))
      .flatMap((file) => [
        ...tree.text(file).matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if not exists\s+)?(?:\w+\.)?"?(\w+)/gi),
      ])
      .map(([, table]) => table),
  })
}

/** The programs that a declaration names: its `callers`, or its `consumers`. */
const namedIn = (text, name, property) => {
  const declaration = text.slice(text.indexOf(`const ${name} = `))
  return [
    ...(new RegExp(`\\n *${property}: \\[([^\\]]*)\\]`).exec(declaration)?.[1] ?? '').matchAll(/'([\w-]+)'/g),
  ].map(([, party]) => party)
}

/** The programs that import a declaration of the contracts; a library is part of every service. */
function importersOf(tree, { file, name }) {
  const specifier = `@nameyard/contracts/${file.slice('libs/contracts/src/'.length, -'.ts'.length)}`
  const imports = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '${specifier}'`)
  return tree.files
    .filter((each) => /^(apps|libs|tools\/admin)\/.*\bsrc\/.*\.ts$/.test(each) && !isTest(each))
    .filter((each) => !isContract(each) && !each.startsWith('libs/testing/') && imports.test(tree.text(each)))
    .map((each) => each.split('/')[1])
}

const section = (page, heading) =>
  page.match(new RegExp(`^#{1,3} ${heading} *\n([\\s\\S]*?)(?=^#{1,3} |(?![\\s\\S]))`, 'm'))?.[1] ?? ''

export const wireRules = [
  {
    name: 'every message has a producer and a consumer',
    reason: 'Publish it, consume it or delete it.',
    plants: { 'libs/contracts/src/domains/planted.ts': "export const planted = event({ id: 'domains.planted' })\n" },
    find: (tree) => {
      const sources = running(tree)
      return declared(tree, ['event', 'command']).flatMap(({ file, name, maker }) => [
        ...(producersOf(sources, name).length ? [] : [{ file, what: `${maker} ${name} has no producer` }]),
        ...(consumersOf(sources, name).length ? [] : [{ file, what: `${maker} ${name} has no consumer` }]),
      ])
    },
  },
  {
    name: 'an event names the services that consume it',
    reason: 'Correct `consumers`: its producer declares their queues at a new broker.',
    plants: {
      'libs/contracts/src/domains/planted.ts':
        "export const planted = event({\n  id: 'domains.planted',\n  producer: 'domains',\n  consumers: ['dns'],\n})\n",
      'apps/orders/src/ledger/planted.ts': 'class Planted { @Consumes(planted) on() {} }\n',
    },
    find: (tree) => {
      const sources = running(tree)
      return declared(tree, ['event']).flatMap(({ file, name }) => {
        const consuming = consumersOf(sources, name).map((each) => each.split('/')[1])
        const consumers = namedIn(tree.text(file), name, 'consumers')
        return [
          ...consuming
            .filter((each) => !consumers.includes(each))
            .map((each) => ({ file, what: `${name} is consumed by ${each}, which is not named` })),
          ...consumers
            .filter((each) => !consuming.includes(each))
            .map((each) => ({ file, what: `${name} names ${each}, which does not consume it` })),
        ]
      })
    },
  },
  {
    name: 'an operation is handled once',
    reason: 'Delete the handler that does not belong to the owner of the data: it would answer every other request.',
    plants: {
      'apps/dns/src/zones/planted-a.ts': 'class Planted { @Handles(planted) handle() {} }\n',
      'apps/domains/src/lifecycle/planted-b.ts': 'class Planted { @Handles(planted) handle() {} }\n',
      'libs/contracts/src/domains/planted.ts': "export const planted = operation({ id: 'domains.planted' })\n",
    },
    find: (tree) => {
      const sources = running(tree)
      return declared(tree, ['operation', 'internalOperation'])
        .map(({ file, name }) => ({ file, name, handlers: handlersOf(sources, name) }))
        .filter(({ handlers }) => handlers.length > 1)
        .map(({ file, name, handlers }) => ({ file, what: `${name} is handled in ${handlers.join(' and ')}` }))
    },
  },
  {
    name: 'an operation has a handler',
    reason: 'Add a handler with @Handles: the gateway mounts every declared operation, so callers would time out.',
    plants: {
      'libs/contracts/src/domains/planted.ts': "export const planted = operation({ id: 'domains.planted' })\n",
    },
    find: (tree) => {
      const sources = running(tree)
      return declared(tree, ['operation'])
        .filter(({ name }) => handlersOf(sources, name).length === 0)
        .map(({ file, name }) => ({ file, what: `${name} has no handler` }))
    },
  },
  {
    name: 'an operation of services names the programs that ask for it',
    reason: 'Correct `callers`: a service refuses every other program, and a program that does not ask needs no right.',
    plants: {
      'libs/contracts/src/domains/planted.ts':
        "export const planted = internalOperation({\n  id: 'domains.planted',\n  service: 'domains',\n  audience: 'service',\n  callers: ['gateway', 'dns'],\n})\n",
      'apps/dns/src/zones/planted.ts': "import { planted } from '@nameyard/contracts/domains/planted'\n",
      'apps/orders/src/ledger/planted.ts': "import { planted } from '@nameyard/contracts/domains/planted'\n",
    },
    find: (tree) =>
      declared(tree, ['internalOperation']).flatMap(({ file, name, id }) => {
        const text = tree.text(file)
        const owner = new RegExp(`id: '${id}',\\s+service: '([\\w-]+)',\\s+audience: 'service'`).exec(text)?.[1]
        if (!owner) return []
        const asking = importersOf(tree, { file, name }).filter((each) => each !== owner)
        const inLibrary = asking.includes('runtime')
        const callers = namedIn(text, name, 'callers')
        return [
          ...asking
            .filter((each) => each !== 'runtime' && !callers.includes(each))
            .map((each) => ({ file, what: `${name} is asked for by ${each}, which is not named` })),
          ...callers
            .filter((each) => !asking.includes(each) && !inLibrary)
            .map((each) => ({ file, what: `${name} names ${each}, which does not ask for it` })),
        ]
      }),
  },
  {
    name: 'a page lists what its app has',
    reason: 'Operations, messages and tables of README.md are those of the code: run `npm run golden`.',
    plants: { 'apps/planted/README.md': '## Tables\n\n- `planted`\n' },
    find: (tree) => {
      const lists = listsOf(tree)
      return tree.files
        .filter((file) => /^apps\/[^/]+\/README\.md$/.test(file))
        .flatMap((file) =>
          Object.entries(lists(roomOf(file))).flatMap(([heading, wanted]) => {
            const listed = [...section(tree.text(file), heading).matchAll(/^[-*|] *`([^`]+)`/gm)].map(([, id]) => id)
            return [
              ...wanted
                .filter((id) => !listed.includes(id))
                .map((id) => ({ file, what: `${heading}: \`${id}\` is missing` })),
              ...listed
                .filter((id) => !wanted.includes(id))
                .map((id) => ({ file, what: `${heading}: \`${id}\` is not in the code` })),
            ]
          }),
        )
    },
  },
]
