import { builtinModules } from 'node:module'
import { isTest, matches, roomOf } from '../tree.mjs'

const manifests = (tree) => tree.files.filter((file) => /^(apps|libs|tools)\/[^/]+\/package\.json$/.test(file))

const LAYERS = /^layer:(contract|kernel|platform|client|app|tool|testing)$/

const packageOf = (name) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

const builtin = new Set(builtinModules)

/** The packages that a room's files import, each with the first file that does. */
function imported(tree, room, files) {
  const found = new Map()
  for (const file of tree.files.filter(
    (file) => roomOf(file) === room && /\.(ts|mjs|cjs|js)$/.test(file) && files(file),
  ))
    for (const name of tree
      .imports(file)
      .filter((name) => !/^(\.|node:)/.test(name))
      .map(packageOf))
      if (!builtin.has(name) && !found.has(name)) found.set(name, file)
  return found
}

export const workspaceRules = [
  {
    name: 'a workspace carries its tags',
    reason: 'Set nx.tags in package.json: ESLint reads the layer and the room of the import rules there.',
    plants: { 'libs/planted/package.json': '{ "name": "@nameyard/planted", "private": true }\n' },
    find: (tree) =>
      manifests(tree).flatMap((file) => {
        const { name, nx: { tags = [] } = {} } = tree.json(file)
        const room = file.split('/')[1]
        return [
          ...(name === `@nameyard/${room}` ? [] : [{ file, what: `is named ${name}` }]),
          ...(tags.filter((tag) => LAYERS.test(tag)).length === 1
            ? []
            : [{ file, what: 'needs exactly one layer tag' }]),
          ...(tags.includes(`room:${room}`) ? [] : [{ file, what: `needs the tag room:${room}` }]),
        ]
      }),
  },
  {
    name: 'a workspace has the version and the licence of the platform',
    reason:
      'Copy "version" and "license" from the package.json at the root: the bill of materials of a release has them.',
    plants: {
      'libs/planted/package.json': '{ "name": "@nameyard/planted", "version": "0.0.1", "license": "Apache-2.0" }\n',
    },
    find: (tree) => {
      const { version, license } = tree.json('package.json')
      return manifests(tree).flatMap((file) => {
        const own = tree.json(file)
        return own.version === version && own.license === license
          ? []
          : [{ file, what: `has version ${own.version} and licence ${own.license}, not ${version} and ${license}` }]
      })
    },
  },
  {
    name: 'a workspace declares what it imports',
    reason:
      'Add it to package.json: the project graph and the service image follow it. Tests may use what the root pins.',
    plants: { 'libs/names/src/planted.ts': "import { Pool } from 'pg'\n" },
    find: (tree) => {
      const root = tree.json('package.json')
      const pinned = { ...root.dependencies, ...root.devDependencies }
      return manifests(tree).flatMap((file) => {
        const { name, dependencies = {}, devDependencies = {} } = tree.json(file)
        const room = roomOf(file)
        const undeclared = [
          ...imported(tree, room, (source) => !isTest(source) || /^(apps\/e2e|libs\/testing)/.test(room)),
        ]
          .filter(([imported]) => !(imported in dependencies) && imported !== name)
          .filter(([imported]) => !(room.startsWith('tools/') && imported in pinned))
          .map(([imported, source]) => ({ file: source, what: `imports ${imported}, which ${file} does not declare` }))
        const untested = [...imported(tree, room, isTest)]
          .filter(([imported]) => !(imported in { ...dependencies, ...devDependencies, ...pinned }))
          .filter(([imported]) => imported !== name && !imported.startsWith('@nameyard/'))
          .map(([imported, source]) => ({ file: source, what: `imports ${imported}, which no package.json declares` }))
        return [...undeclared, ...untested]
      })
    },
  },
  {
    name: 'the project graph has what tests import',
    reason:
      'Add the workspace to nx.implicitDependencies, and "harness" to nx.targets.test.inputs for @nameyard/testing: ' +
      'otherwise `nx test` takes an outdated result from its cache and `nx affected` leaves the tests out.',
    plants: [
      { 'libs/names/test/planted.spec.ts': "import { service } from '@nameyard/dns/service'\n" },
      { 'libs/names/test/planted.spec.ts': "import { testDatabase } from '@nameyard/testing/database'\n" },
    ],
    find: (tree) =>
      manifests(tree).flatMap((file) => {
        const { name, dependencies = {}, nx = {} } = tree.json(file)
        const known = [name, ...Object.keys(dependencies), ...(nx.implicitDependencies ?? [])]
        if (nx.targets?.test?.inputs?.includes('harness')) known.push('@nameyard/testing')
        return [...imported(tree, roomOf(file), isTest)]
          .filter(([imported]) => imported.startsWith('@nameyard/') && !known.includes(imported))
          .map(([imported, source]) => ({ file, what: `lacks ${imported}, imported by ${source}` }))
      }),
  },
  {
    name: 'versions are pinned in one place',
    reason: 'Pin the exact version in the root and write "*" in workspaces, so that there is one version of each.',
    plants: { 'libs/names/package.json': '{ "name": "@nameyard/names", "dependencies": { "zod": "^4.0.0" } }\n' },
    find: (tree) => {
      const root = tree.json('package.json')
      const pinned = { ...root.dependencies, ...root.devDependencies }
      const loose = Object.entries({ ...pinned, ...root.overrides }).filter(
        // A package beside another version of itself has a name of its own: npm:typescript@7.0.2.
        ([, version]) => !/^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      )
      return [
        ...loose.map(([name, version]) => ({
          file: 'package.json',
          what: `${name} ${version} is not an exact version`,
        })),
        ...manifests(tree).flatMap((file) => {
          const { dependencies, devDependencies } = tree.json(file)
          return Object.entries({ ...dependencies, ...devDependencies })
            .filter(([name, version]) => version !== '*' || !(name in pinned || name.startsWith('@nameyard/')))
            .map(([name, version]) => ({ file, what: `${name} ${version}: pin it in the root and say "*" here` }))
        }),
      ]
    },
  },
  {
    name: 'the lock knows every workspace',
    reason: 'Run `npm install`: npm ci refuses a lock that differs from the workspaces.',
    plants: { 'libs/planted/package.json': '{ "name": "@nameyard/planted", "private": true }\n' },
    find: (tree) => {
      const { packages } = tree.json('package-lock.json')
      return manifests(tree).flatMap((file) => {
        const locked = packages[roomOf(file)]
        if (!locked) return [{ file, what: 'is not in package-lock.json' }]
        const { dependencies = {}, devDependencies = {} } = tree.json(file)
        const wanted = Object.keys({ ...dependencies, ...devDependencies })
          .sort()
          .join()
        const known = Object.keys({ ...locked.dependencies, ...locked.devDependencies })
          .sort()
          .join()
        return wanted === known ? [] : [{ file, what: 'package-lock.json has other dependencies for it' }]
      })
    },
  },
  {
    name: 'the tree has the rooms it describes',
    reason:
      'Only apps, libs, tools, docker, deploy, docs and the settings of forges and editors are top-level folders: move it into one of them.',
    plants: { 'scripts/planted.mjs': 'export {}\n' },
    find: (tree) =>
      tree.files
        .filter(
          (file) => file.includes('/') && !/^(apps|libs|tools|docker|deploy|docs|\.ci|\.github|\.vscode)\//.test(file),
        )
        .flatMap((file) => matches(file, file, /^[^/]+\//)),
  },
]
