import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { specsOf } from '../handler-specs.mjs'
import { selectionOf } from '../selection.mjs'

const root = resolve(__dirname, '../../..')
const projects = ['apps/dns', 'libs/epp', 'libs/names']
const select = (...args: string[]) => selectionOf(args, projects, root)

it('selects all projects without arguments', () => {
  expect(select()).toEqual({ jest: ['--selectProjects', ...projects], isWhole: true })
})

it('selects the named projects', () => {
  expect(select('apps/dns', 'libs/epp/')).toEqual({ jest: ['--selectProjects', 'apps/dns', 'libs/epp'], isWhole: true })
})

it('selects every spec that a usual run samples, for a run with all faults', () => {
  const { jest, isWhole } = select('--faults')
  expect(isWhole).toBe(true)
  for (const spec of [
    'apps/e2e/test/money-kill',
    'apps/e2e/test/kill',
    'apps/e2e/test/crowd',
    'apps/registry-worker/test/iis.int',
  ])
    expect(jest).toContain(`--testPathPatterns=${spec}.spec.ts`)
  expect(jest).not.toContain('--testPathPatterns=apps/e2e/test/access.spec.ts')
})

it('selects the spec files whose path contains a text, in all projects or in the named ones', () => {
  expect(select('history').jest).toEqual(['--testPathPatterns=history'])
  expect(select('apps/dns', 'history').jest).toEqual(['--testPathPatterns=apps/dns/.*history'])
})

it('selects the given files and the tests of the given rooms', () => {
  const file = 'libs/names/src/relation.spec.ts'
  expect(select('apps/dns', file).jest).toEqual([`--testPathPatterns=${file}`, '--testPathPatterns=apps/dns/'])
  expect(select('apps/dns', file, 'history').jest).toEqual([
    `--testPathPatterns=${file}`,
    '--testPathPatterns=apps/dns/.*history',
  ])
})

it('selects the spec beside a source file', () => {
  const { jest, isWhole } = select('libs/names/src/relation.ts')
  expect(jest).toEqual(['--testPathPatterns=libs/names/src/relation.spec.ts'])
  expect(isWhole).toBe(false)
})

it('selects the specs of a handler by its name, beside the specs with this part in their path', () => {
  const orders = '--testPathPatterns=apps/domains/test/orders.int.spec.ts'
  expect(select('create-domain').jest).toEqual(['--testPathPatterns=create-domain', orders])
  expect(selectionOf(['apps/dns', 'create-domain'], projects, root).jest).not.toContain(orders)
})

it('selects the specs of a handler by its file', () => {
  expect(select('apps/customers/src/tags/delete-tag.ts').jest).toEqual([
    '--testPathPatterns=apps/customers/test/tags.int.spec.ts',
  ])
})

it('selects the specs that import a source file without a spec beside it', () => {
  expect(select('tools/suite/selection.mjs').jest).toEqual(['--testPathPatterns=tools/suite/test/selection.spec.ts'])
})

it('says what to do for a source file that no spec imports', () => {
  expect(() => select('apps/dns/src/main.ts')).toThrow(
    'No spec of apps/dns imports apps/dns/src/main.ts. Write main.spec.ts beside it, or run npm test -- apps/dns.',
  )
})

describe('the specs of a handler', () => {
  const handler = 'apps/shop/src/tags/create-tag.ts'
  const contract = "import { createTag } from '@nameyard/contracts/shop/create-tag'\n"
  const specsIn = (programs: Record<string, string>) => {
    const all: Record<string, string> = {
      [handler]: `${contract}class CreateTag { @Handles(createTag) execute() {} }`,
      ...programs,
    }
    return specsOf(handler, { files: Object.keys(all), text: (file) => all[file]! })
  }

  it('are the spec beside it alone if there is one', () => {
    const beside = 'apps/shop/src/tags/create-tag.spec.ts'
    expect(specsIn({ [beside]: '', 'apps/shop/test/tags.int.spec.ts': contract })).toEqual([beside])
  })

  it('are those of its app that import its contract, not those of other apps and not those that import its type', () => {
    const spec = 'apps/shop/test/words.int.spec.ts'
    expect(
      specsIn({
        [spec]: contract,
        'apps/shop/test/types.int.spec.ts': contract.replace('import', 'import type'),
        'apps/e2e/test/words.spec.ts': contract,
      }),
    ).toEqual([spec])
  })

  it('are those whose name is about it before others that import its contract', () => {
    const programs = { 'apps/shop/test/words.int.spec.ts': contract, 'apps/shop/test/tags.int.spec.ts': contract }
    expect(specsIn(programs)).toEqual(['apps/shop/test/tags.int.spec.ts'])
  })

  it('are the two that name the operation most often if more import its contract', () => {
    const programs = Object.fromEntries(
      [1, 3, 2].map((times, at) => [`apps/shop/test/words${at}.int.spec.ts`, contract + 'createTag()\n'.repeat(times)]),
    )
    expect(specsIn(programs)).toEqual(['apps/shop/test/words1.int.spec.ts', 'apps/shop/test/words2.int.spec.ts'])
  })

  it('are those whose helper imports its contract if no spec does', () => {
    const spec = 'apps/shop/test/words.int.spec.ts'
    const helper = { 'apps/shop/test/platform.ts': contract, [spec]: "import { start } from './platform'\n" }
    expect(specsIn(helper)).toEqual([spec])
    expect(specsIn({ 'apps/shop/test/platform.ts': contract })).toEqual([])
  })
})

it('passes options to Jest, with the value of a test name', () => {
  expect(select('-t', 'a name', '--watch').jest).toEqual(['--selectProjects', ...projects, '-t', 'a name', '--watch'])
})

it('refuses a path to a file that does not exist', () => {
  expect(() => select('libs/names/src/none.ts')).toThrow('There is no file libs/names/src/none.ts.')
})

it('runs one spec file by its path, as the guide for contributors says', () => {
  const env = { ...process.env, TEST_DATABASE_URL: undefined, TEST_AMQP_URLS: undefined, REQUIRE_RABBITMQ: undefined }
  const run = spawnSync(process.execPath, ['tools/suite/test.mjs', 'libs/names/src/relation.ts'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  expect(run.stdout).toMatch(/^[1-9]\d* passed, 0 failed$/m)
  expect(run.status).toBe(0)
})
