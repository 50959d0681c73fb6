import { roomOf } from '../tree.mjs'

const FORBIDDEN = /(?:^|\/)(?:utils?|helpers?|common|shared|core|types)(?:\/|\.(?:ts|mjs|cjs|js)$)/

/** The headings of a room's README in this order. A library has no operations, events or tables. */
const HEADINGS = ['Name', 'Owns', 'Operations', 'Events in', 'Events out', 'Tables', 'Failure', 'Examples']
const OF_A_LIBRARY = ['Name', 'Owns', 'Failure', 'Examples']
const required = (room) => (/^libs\/|^apps\/e2e$/.test(room) ? OF_A_LIBRARY : HEADINGS)

const rooms = (tree) => [...new Set(tree.files.filter((file) => /^(apps|libs)\//.test(file)).map(roomOf))]

const headingsOf = (markdown) => [...markdown.matchAll(/^#{1,3} +(.+?) *$/gm)].map((heading) => heading[1])

export const roomRules = [
  {
    name: 'a room is named after its noun',
    reason: 'Name it after what it contains: utils, helpers, common, shared, core and types say nothing.',
    plants: { 'libs/zone/src/utils/planted.ts': 'export const zero = 0\n' },
    find: (tree) =>
      tree.files
        .filter((file) => /^(apps|libs|tools)\//.test(file) && FORBIDDEN.test(file))
        .map((file) => ({ file, what: file.match(FORBIDDEN)[0] })),
  },
  {
    name: 'every room has its page',
    reason: `Write README.md with these headings: ${HEADINGS.join(' · ')} (libraries: ${OF_A_LIBRARY.join(' · ')}).`,
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
]
