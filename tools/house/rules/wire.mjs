import { isTest, roomOf } from '../tree.mjs'

/** Values declared in the contracts by one of the given functions: `export const renewDomain = operation({ id: …`. */
function declared(tree, makers) {
  const declaration = new RegExp(`export const (\\w+)\\s*=\\s*(${makers.join('|')})\\(\\{\\s*id:\\s*'([^']+)'`, 'g')
  return tree.files
    .filter((file) => /^libs\/contracts\/src\/.*\.ts$/.test(file) && !isTest(file))
    .flatMap((file) =>
      [...tree.code(file).matchAll(declaration)].map(([, name, maker, id]) => ({ file, name, maker, id })),
    )
}

/** The code of services and libraries, by file, without tests and contracts. */
const running = (tree) =>
  tree.files
    .filter((file) => /^(apps|libs)\/.*\.ts$/.test(file) && !isTest(file) && !file.startsWith('libs/contracts/'))
    .map((file) => ({ file, code: tree.code(file) }))

const filesWith = (sources, pattern) => sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file)

const producersOf = (sources, name) =>
  filesWith(sources, new RegExp(`\\b(?:append|publish)\\w*\\([^;]*?\\b${name}\\b|\\bmessage:\\s*${name}\\b`))

const consumersOf = (sources, name) => filesWith(sources, new RegExp(`@Consumes\\(\\s*${name}\\s*[,)]`))

const handlersOf = (sources, name) => filesWith(sources, new RegExp(`@Handles(?:Batch)?\\(\\s*${name}\\s*[,)]`))

/** What a room's page must list under each heading, read from its code. */
function listsOf(tree) {
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

const section = (page, heading) =>
  page.match(new RegExp(`^#{1,3} ${heading} *\n([\\s\\S]*?)(?=^#{1,3} |(?![\\s\\S]))`, 'm'))?.[1] ?? ''

/** The list of operations that have a route. */
const MOUNTED = 'apps/gateway/src/mounted.ts'

export const wireRules = [
  {
    name: 'every message has a producer and a consumer',
    reason: 'An event nobody publishes or nobody consumes is a promise the house does not keep.',
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
    name: 'an operation is handled once',
    reason: 'The service that owns the data answers; a second handler would answer every other request.',
    plants: {
      'apps/dns/src/zones/planted-a.ts': '@Handles(planted)\n',
      'apps/domains/src/domain/planted-b.ts': '@Handles(planted)\n',
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
    name: 'the edge mounts what a service handles',
    reason: 'A route without a handler keeps its callers waiting; a handler without a route is unreachable.',
    plants: { [MOUNTED]: 'export const mounted = [planted]\n' },
    find: (tree) => {
      const sources = running(tree)
      const mounted = tree.files.includes(MOUNTED)
        ? (/=\s*\[([\s\S]*?)\]/.exec(tree.code(MOUNTED))?.[1].match(/\w+/g) ?? [])
        : []
      const handled = declared(tree, ['operation'])
        .map(({ name }) => name)
        .filter((name) => handlersOf(sources, name).length > 0)
      const absent = mounted.filter((name) => !handled.includes(name)).map((name) => `${name} has no handler`)
      const unreachable = handled.filter((name) => !mounted.includes(name)).map((name) => `${name} is not mounted`)
      return [...absent, ...unreachable].map((what) => ({ file: MOUNTED, what }))
    },
  },
  {
    name: 'a page lists what its app has',
    reason: 'Operations, messages and tables of README.md are compared with the code, so that they can be trusted.',
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
