import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { isSource, isTest, roomOf } from '../tree.mjs'

/** The files of the same room that a file imports. */
function importsOf(tree, file, files) {
  const own = `@nameyard/${file.split('/')[1]}/`
  return tree
    .imports(file)
    .filter((name) => name.startsWith('.') || name.startsWith(own))
    .map((name) => (name.startsWith('.') ? join(dirname(file), name) : `${roomOf(file)}/src/${name.slice(own.length)}`))
    .map((path) => [path, `${path}.ts`].find((candidate) => files.has(candidate)))
    .filter((imported) => imported && imported !== file && roomOf(imported) === roomOf(file))
}

/** `[importer, imported]` of every import between two files of one room. */
function importsBetween(tree, wanted) {
  const files = new Set(tree.files.filter((file) => isSource(file) && wanted(file)))
  return [...files].flatMap((file) => importsOf(tree, file, files).map((imported) => [file, imported]))
}

/** Returns the shortest path from each node back to itself; a cycle is returned once. */
function circlesIn(arrows) {
  const next = new Map()
  for (const [from, to] of arrows) next.set(from, (next.get(from) ?? new Set()).add(to))
  const found = new Map()
  const covered = new Set()
  for (const start of [...next.keys()].sort()) {
    if (covered.has(start)) continue
    const circle = wayBack(start, next)
    if (!circle) continue
    for (const node of circle) covered.add(node)
    found.set([...circle].sort().join(), circle)
  }
  return [...found.values()]
}

function wayBack(start, next) {
  const cameFrom = new Map()
  const queue = [start]
  for (const node of queue)
    for (const neighbour of next.get(node) ?? []) {
      if (neighbour === start) {
        const way = [node]
        while (way[0] !== start) way.unshift(cameFrom.get(way[0]))
        return way
      }
      if (!cameFrom.has(neighbour)) {
        cameFrom.set(neighbour, node)
        queue.push(neighbour)
      }
    }
  return undefined
}

/** A feature is a folder of `src` with all below it. */
const featureOf = (file) => file.split('/').slice(0, 4).join('/')

const isInFeature = (file) => file.split('/').length > 4

/**
 * Returns which feature imports which, each with its imports. Imports through files in `src` itself count for the
 * feature: `zones` → `config.ts` → `publishing`.
 */
function featureImports(tree) {
  const next = new Map()
  for (const [from, to] of importsBetween(tree, (file) => /^[^/]+\/[^/]+\/src\//.test(file) && !isTest(file)))
    next.set(from, [...(next.get(from) ?? []), to])
  const between = new Map()
  const add = (from, chain) => {
    const to = chain.at(-1)
    if (!isInFeature(to))
      for (const further of next.get(to) ?? []) if (!chain.includes(further)) add(from, [...chain, further])
    if (!isInFeature(to) || featureOf(to) === featureOf(from)) return
    const arrow = `${featureOf(from)},${featureOf(to)}`
    between.set(arrow, [...(between.get(arrow) ?? []), chain])
  }
  for (const [from, imported] of next) if (isInFeature(from)) for (const to of imported) add(from, [from, to])
  return [...between].map(([arrow, chains]) => ({ arrow: arrow.split(','), chains }))
}

const inRoom = (file) =>
  file
    .split('/')
    .slice(2)
    .join('/')
    .replace(/^src\//, '')

/** All apps with features; apps/e2e has tests only. */
const apps = readdirSync(join(import.meta.dirname, '../../../apps')).filter((app) => app !== 'e2e')

/** Two features of an app that import each other. */
const opposites = (app) => ({
  [`apps/${app}/src/planted-one/a.ts`]: "import '../planted-two/b'\n",
  [`apps/${app}/src/planted-two/b.ts`]: "import '../planted-one/a'\n",
})

export const importRules = [
  {
    name: 'feature folders do not import each other',
    reason:
      'Two features that import each other can only be read, tested and changed together. Move what both need into ' +
      'the lower one, or let the upper one register what the lower one calls (a provider or a table that it fills).',
    plants: [
      ...apps.map(opposites),
      {
        'apps/mcp/src/planted/one.ts': "import './deep/two'\n",
        'apps/mcp/src/planted/deep/two.ts': "import type { Three } from '../../opposite/deep/three'\n",
        'apps/mcp/src/opposite/deep/three.ts': 'export type Three = 3\n',
        'apps/mcp/src/opposite/four.ts': "import '../planted/one'\n",
      },
      {
        'libs/zone/src/first/planted.ts': "import '../second/planted'\n",
        'libs/zone/src/second/planted.ts': "import '../third/planted'\n",
        'libs/zone/src/third/planted.ts': "import '@nameyard/zone/planted'\n",
        'libs/zone/src/planted.ts': "export const one = () => import('./first/other')\n",
        'libs/zone/src/first/other.ts': 'export {}\n',
      },
    ],
    find: (tree) => {
      const all = featureImports(tree)
      const chains = (from, to) => all.find(({ arrow }) => arrow[0] === from && arrow[1] === to).chains
      return circlesIn(all.map(({ arrow }) => arrow)).map((circle) => ({
        file: `${roomOf(circle[0])}/src`,
        what: circle
          .map((feature, n) => chains(feature, circle[(n + 1) % circle.length]))
          .map((found) => `${found[0].map(inRoom).join(' → ')} (${found.length})`)
          .join(', '),
      }))
    },
  },
  {
    name: 'files do not import in a circle',
    reason:
      'Which file of a circle is loaded first decides what is undefined. Move what both need into a file of its own.',
    plants: [
      {
        'apps/mcp/src/planted-one.ts': "import type { Two } from './planted-two'\nexport type One = Two\n",
        'apps/mcp/src/planted-two.ts': "import type { One } from './planted-one'\nexport type Two = One\n",
      },
    ],
    find: (tree) =>
      circlesIn(importsBetween(tree, () => true)).map((circle) => ({
        file: circle[0],
        what: [...circle, circle[0]].map(inRoom).join(' → '),
      })),
  },
]

/**
 * The imports between the feature folders of a room as a Mermaid graph; the figures count imports. Its first line says
 * how many pairs of features import each other, and how many circles there are.
 */
export function pictureOf(tree, room) {
  const name = (feature) => feature.split('/').at(-1)
  const all = featureImports(tree).filter(({ arrow }) => roomOf(arrow[0]) === room)
  const arrows = all.map(({ arrow }) => arrow)
  const both = arrows.filter(([from, to]) => from < to && arrows.some(([other, back]) => other === to && back === from))
  const features = new Set(arrows.flat())
  return [
    `%% ${room}: ${features.size} features, ${arrows.length} import another one, ` +
      `${both.length} pairs import each other, ${circlesIn(arrows).length} circles`,
    'graph TD',
    ...all.map(({ arrow: [from, to], chains }) => `  ${name(from)} -->|${chains.length}| ${name(to)}`).sort(),
  ].join('\n')
}

/** The pictures of all rooms that have more than one feature. */
export const pictures = (tree) =>
  [...new Set(featureImports(tree).map(({ arrow }) => roomOf(arrow[0])))]
    .sort()
    .map((room) => pictureOf(tree, room))
    .join('\n\n')
