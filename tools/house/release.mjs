/**
 * `npm run release:check`: says whether the current commit can become the release of its version, and what is missing.
 * The bill of materials, the goldens and the tests are checks of every change (`.ci/run`) and are not repeated here.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { releaseRules } from './rules/release.mjs'

/** The state of a checkout, as the rules read it. */
export function releaseAt(root) {
  const text = (file) => readFileSync(join(root, file), 'utf8')
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const { version, engines } = JSON.parse(text('package.json'))
  const tags = git('tag', '--list', 'v*', '--sort=-version:refname')
  const former = tags.find((tag) => tag !== `v${version}`)
  return {
    version,
    engines,
    today: new Date().toISOString().slice(0, 10),
    changelog: text('docs/changelog.md'),
    chart: text('deploy/helm/nameyard/Chart.yaml'),
    dockerfile: text('docker/service.Dockerfile'),
    workflow: text('.github/workflows/ci.yml'),
    released: text('apps/gateway/golden/openapi.released.json'),
    description: text('apps/gateway/golden/openapi.json'),
    uncommitted: git('status', '--porcelain'),
    /** The commit of this version's tag, if there is one. */
    tagged: tags.includes(`v${version}`) ? git('rev-parse', `v${version}^{commit}`)[0] : undefined,
    head: git('rev-parse', 'HEAD')[0],
    /** Migrations of the former release that have changed since. */
    changedMigrations: former
      ? git('diff', '--name-only', '--diff-filter=MDR', former, '--', ':(glob)**/migrations/*.sql')
      : [],
  }
}

/** What keeps a checkout from being released, a sentence each. */
export const problemsOf = (release) => releaseRules.flatMap((rule) => rule(release) ?? [])

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const release = releaseAt(resolve(import.meta.dirname, '../..'))
  const problems = problemsOf(release)
  for (const problem of problems) console.log(problem)
  console.log(
    problems.length === 0
      ? `${release.version} can be released: git tag v${release.version} ${release.head}`
      : `\n${release.version} cannot be released: ${problems.length} of ${releaseRules.length} rules are broken.`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
}
