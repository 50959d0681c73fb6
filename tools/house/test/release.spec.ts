import { resolve } from 'node:path'
import { problemsOf, releaseAt, type Release } from '../release.mjs'

const today = '2026-12-01'
const good: Release = {
  version: '1.2.3',
  engines: { node: '>=20.19' },
  today,
  changelog: '# Changelog\n\n## 1.2.3, 2026-11-30\n\n## 1.2.2, 2026-10-01\n',
  chart: 'name: nameyard\nversion: 1.2.3\nappVersion: 1.2.3\n',
  dockerfile: 'FROM node:24.21.0-bookworm-slim AS build\nFROM node:24.21.0-bookworm-slim\n',
  workflow: 'matrix:\n  node: [20, 22, 24]\n',
  released: '{"info":{}}',
  description: '{"info":{}}',
  uncommitted: [],
  tagged: undefined,
  head: 'a1',
  changedMigrations: [],
}

it('finds nothing wrong with a commit that can be released, before and after it is tagged', () => {
  expect(problemsOf(good)).toEqual([])
  expect(problemsOf({ ...good, tagged: 'a1' })).toEqual([])
})

it.each<[string, Partial<Release>, RegExp]>([
  ['a version that is none', { version: '1.2' }, /the version 1\.2 is not one/],
  ['uncommitted changes', { uncommitted: [' M README.md', '?? new.txt'] }, /first: README\.md, new\.txt\./],
  ['the tag of another commit', { tagged: 'b2' }, /v1\.2\.3 is the tag of another commit/],
  ['a changelog that begins with another version', { changelog: '## 1.2.2, 2026-10-01\n' }, /must be of 1\.2\.3/],
  ['a changelog without a day', { changelog: '## 1.2.3, unreleased\n' }, /in place of "unreleased"/],
  ['a day in the future', { changelog: '## 1.2.3, 2027-01-01\n' }, /in place of "2027-01-01"/],
  ['a chart of another version', { chart: 'version: 1.2.3\nappVersion: 1.2.2\n' }, /set appVersion to 1\.2\.3/],
  ['an image with a Node that is not tested', { dockerfile: 'FROM node:26.1.0\n' }, /test Node 26 too/],
  ['an oldest Node that is not tested', { engines: { node: '>=18.1' } }, /test Node 18 too/],
  ['a changed migration', { changedMigrations: ['apps/dns/migrations/0002_a.sql'] }, /restore apps\/dns\/migrations/],
  ['a description of the API that is not the released one', { released: '{}' }, /npm run golden -- --release/],
])('finds %s', (_, change, problem) => {
  const problems = problemsOf({ ...good, ...change })
  expect(problems).toContainEqual(expect.stringMatching(problem))
})

it('reads the checkout: the image has a Node that is tested, and the chart the version', () => {
  const release = releaseAt(resolve(__dirname, '../../..'))
  const always = { today: release.today, uncommitted: [], tagged: undefined }
  const changelog = `## ${release.version}, ${release.today}\n`
  const description = release.released
  expect(problemsOf({ ...release, ...always, changelog, description })).toEqual([])
})
