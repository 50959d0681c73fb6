import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { eventually } from '@nameyard/testing/eventually'
import { applicationsOf, watchSources } from './source-changes'

const root = resolve(__dirname, '../../../..')
const names = ['gateway', 'customers', 'domains', 'dns', 'orders', 'registry-worker', 'sandbox-registry'] as const

it('restarts only the application whose own source changed', () => {
  expect(applicationsOf(root, 'apps/dns', names)).toEqual(['dns'])
})

it('restarts every application that depends on a library, directly or through another', () => {
  expect(applicationsOf(root, 'libs/zone', names)).toEqual(['dns'])
  expect(applicationsOf(root, 'libs/epp', names)).toEqual(['registry-worker', 'sandbox-registry'])
  expect(applicationsOf(root, 'libs/runtime', names)).toEqual(names)
})

it('restarts nothing for a workspace that no application uses', () => {
  expect(applicationsOf(root, 'apps/mcp', names)).toEqual([])
  expect(applicationsOf(root, 'libs/none', names)).toEqual([])
})

describe('watching sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-watched-'))
  const write = (path: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), '{"name":"@nameyard/one"}')
  }
  const reported: string[] = []
  let stop: () => Promise<void>

  beforeAll(async () => {
    for (const path of ['libs/one/package.json', 'libs/one/src/deep/one.ts', 'libs/one/dist/deep/one.js']) write(path)
    for (const path of ['apps/two/package.json', 'apps/two/src/two.ts', 'apps/two/src/two.spec.ts']) write(path)
    stop = await watchSources(folder, (folders) => reported.push(...folders))
  })
  beforeEach(() => void reported.splice(0))
  afterAll(async () => {
    await stop?.()
    rmSync(folder, { recursive: true, force: true })
  })

  const reports = (room: string) => eventually(async () => reported.includes(room), `${room} reported`)

  it('reports a workspace when a folder of its sources is removed, and goes on watching', async () => {
    rmSync(join(folder, 'libs/one/src/deep'), { recursive: true })
    await reports('libs/one')
    reported.splice(0)
    write('libs/one/src/deep/again.ts')
    await reports('libs/one')
  })

  it('does not report compiled files and tests', async () => {
    rmSync(join(folder, 'libs/one/dist'), { recursive: true })
    write('apps/two/src/two.spec.ts')
    write('apps/two/src/two.ts')
    await reports('apps/two')
    expect(reported).toEqual(['apps/two'])
  })
})
