/** The rules of a release: each gets the state of a checkout, and returns a sentence if something is missing. */
export const releaseRules = [
  function versionIsSemantic({ version }) {
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      return `package.json: the version ${version} is not one of Semantic Versioning 2.0.0.`
  },

  function nothingIsUncommitted({ uncommitted }) {
    if (uncommitted.length > 0) return `Commit these changes first: ${uncommitted.map(pathOf).join(', ')}.`
  },

  function tagIsFree({ version, tagged, head }) {
    if (tagged !== undefined && tagged !== head)
      return `v${version} is the tag of another commit: raise the version in package.json and the workspaces.`
  },

  function changelogHasItsDay({ version, changelog, today }) {
    const [, named, day] = /^## (\S+), (.+)$/m.exec(changelog) ?? []
    if (named !== version) return `docs/changelog.md: the first section must be of ${version}, not of ${named}.`
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day > today)
      return `docs/changelog.md: write the day of the release in place of "${day}".`
  },

  function chartHasTheVersion({ version, chart }) {
    const wrong = ['version', 'appVersion'].filter((key) => !chart.split('\n').includes(`${key}: ${version}`))
    if (wrong.length > 0) return `deploy/helm/nameyard/Chart.yaml: set ${wrong.join(' and ')} to ${version}.`
  },

  function imageHasATestedNode({ dockerfile, workflow, engines }) {
    const inImage = new Set([...dockerfile.matchAll(/^FROM node:(\d+)\./gm)].map(([, major]) => major))
    const tested = /node: \[([\d, ]+)\]/.exec(workflow)?.[1].split(', ') ?? []
    const oldest = /\d+/.exec(engines.node)[0]
    const untested = [...inImage, oldest].filter((major) => !tested.includes(major))
    if (untested.length > 0)
      return `.github/workflows/ci.yml: test Node ${untested.join(' and ')} too, which the image or package.json names.`
  },

  function migrationsOfReleasesStay({ changedMigrations }) {
    if (changedMigrations.length > 0)
      return `Migrations of the former release have changed: restore ${changedMigrations.join(', ')}, and add new ones.`
  },

  function descriptionIsTheReleasedOne({ released, description }) {
    if (released !== description)
      return 'apps/gateway/golden/openapi.released.json is not the description of this commit: run npm run golden -- --release.'
  },
]

const pathOf = (line) => line.slice(3)
