import { resolve } from 'node:path'
import Sequencer from '../sequencer.cjs'

const root = resolve(__dirname, '../../..')

/** A test file as Jest hands it over, on a machine where it has not run before. */
const file = (path: string, bytes: number) => ({
  path: resolve(root, path),
  context: {
    config: { cache: false, displayName: { name: path.split('/').slice(0, 2).join('/') } },
    hasteFS: { getSize: () => bytes },
  },
})

it('runs journeys and tests that start programs first, then those with a database, then the others, each by size', () => {
  const tests = [
    file('libs/names/src/relation.spec.ts', 9000),
    file('apps/dns/test/history.int.spec.ts', 8000),
    file('apps/dns/test/administration.int.spec.ts', 8500),
    file('apps/e2e/test/keys.spec.ts', 5000),
    file('tools/embedded/test/dev.spec.ts', 4000),
    file('apps/e2e/test/kill.spec.ts', 3000),
  ]
  const sorted = new Sequencer({}).sort(tests)
  expect(sorted.map(({ path }) => path.slice(root.length + 1))).toEqual([
    'apps/e2e/test/keys.spec.ts',
    'tools/embedded/test/dev.spec.ts',
    'apps/e2e/test/kill.spec.ts',
    'apps/dns/test/administration.int.spec.ts',
    'apps/dns/test/history.int.spec.ts',
    'libs/names/src/relation.spec.ts',
  ])
})
