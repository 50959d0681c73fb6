import { isSource, isTest, matches, roomOf } from '../tree.mjs'

const FORBIDDEN = /(?:^|\/)(?:utils?|helpers?|common|shared|core|types)(?:\/|\.(?:ts|mjs|cjs|js)$)/

/** Lines of a file; a test may list more cases than a room has thoughts. */
const LONG = 400
const LONG_TEST = 600
/** Files that may be longer, each with the reason. */
const MAY_BE_LONG = {}

/** The headings of a room's page, in this order; a library has no operations, events or tables of its own. */
const HEADINGS = ['Name', 'Owns', 'Operations', 'Events in', 'Events out', 'Tables', 'Failure', 'Examples']
const OF_A_LIBRARY = ['Name', 'Owns', 'Failure', 'Examples']
const required = (room) => (/^libs\/|^apps\/e2e$/.test(room) ? OF_A_LIBRARY : HEADINGS)

const rooms = (tree) => [...new Set(tree.files.filter((file) => /^(apps|libs)\//.test(file)).map(roomOf))]

const headingsOf = (markdown) => [...markdown.matchAll(/^#{1,3} +(.+?) *$/gm)].map((heading) => heading[1])

export const roomRules = [
  {
    name: 'a room is named after its noun',
    reason: 'utils, helpers, common, shared, core and types are names for a missing noun.',
    plants: { 'libs/zone/src/utils/planted.ts': 'export const zero = 0\n' },
    find: (tree) =>
      tree.files
        .filter((file) => /^(apps|libs|tools)\//.test(file) && FORBIDDEN.test(file))
        .map((file) => ({ file, what: file.match(FORBIDDEN)[0] })),
  },
  {
    name: 'no index re-exports',
    reason: 'The exports map of package.json is the door; a barrel hides what is used from where.',
    plants: { 'libs/zone/src/index.ts': "export * from './zone'\n" },
    find: (tree) =>
      tree.files
        .filter((file) => isSource(file) && /\/index\.(ts|mjs|cjs|js)$/.test(file))
        .flatMap((file) => matches(file, tree.code(file), /^export\b.*\bfrom\b.*$/m)),
  },
  {
    name: 'a file is one room',
    reason: `Past ${LONG} lines a file usually holds two things.`,
    plants: { 'libs/zone/src/planted.ts': 'export {}\n'.repeat(LONG + 1) },
    find: (tree) =>
      tree.files
        .filter((file) => isSource(file) && !file.includes('/golden/') && !(file in MAY_BE_LONG))
        .map((file) => ({ file, lines: tree.text(file).split('\n').length - 1 }))
        .filter(({ file, lines }) => lines > (isTest(file) ? LONG_TEST : LONG))
        .map(({ file, lines }) => ({ file, what: `${lines} lines` })),
  },
  {
    name: 'every room has its page',
    reason: `README.md with the fixed headings: ${HEADINGS.join(' · ')} (libraries: ${OF_A_LIBRARY.join(' · ')}).`,
    plants: { 'libs/planted/src/planted.ts': 'export {}\n' },
    find: (tree) =>
      rooms(tree).flatMap((room) => {
        const file = `${room}/README.md`
        if (!tree.files.includes(file)) return [{ file, what: 'missing' }]
        const [title, ...headings] = headingsOf(tree.text(file))
        const found =
          title === 'Name' || !title ? [title, ...headings] : ['Name', ...headings.filter((h) => h !== 'Name')]
        const missing = required(room).filter((heading) => !found.includes(heading))
        const known = found.filter((heading) => HEADINGS.includes(heading))
        const inOrder = HEADINGS.filter((heading) => known.includes(heading)).join() === known.join()
        return [
          ...missing.map((heading) => ({ file, what: `heading "${heading}" is missing` })),
          ...(inOrder ? [] : [{ file, what: `headings out of order: ${known.join(' · ')}` }]),
        ]
      }),
  },
  {
    name: 'a migration makes one thing',
    reason: 'One table or index a file: a failed step is one step, and the folder reads as the history of the schema.',
    plants: { 'apps/dns/migrations/9999_planted.sql': 'create table a (id int);\ncreate table b (id int);\n' },
    find: (tree) =>
      tree.files
        .filter((file) => /\/migrations\/.*\.sql$/.test(file))
        .flatMap((file) => {
          const sql = tree
            .text(file)
            .replace(/--[^\n]*/g, '')
            .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
          const tables = new Set(sql.match(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if not exists\s+)?[\w."]+/gi) ?? [])
          const concurrent = sql.match(/\bcreate\s+(?:unique\s+)?index\s+concurrently\b/gi) ?? []
          const altered = new Set((sql.match(/\balter\s+table\s+[\w."]+/gi) ?? []).map((part) => part.toLowerCase()))
          const things = tables.size + concurrent.length || altered.size
          return [
            ...(/\/\d{4}_[a-z0-9_]+\.sql$/.test(file) ? [] : [{ file, what: 'is not named NNNN_name.sql' }]),
            ...(things > 1 ? [{ file, what: `makes or changes ${things} things` }] : []),
          ]
        }),
  },
]
