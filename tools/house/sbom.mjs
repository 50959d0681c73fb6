/**
 * Writes the software bill of materials (CycloneDX) of an installation without development packages, and checks that no
 * package is missing. npm makes it from package-lock.json, so it needs no network.
 *
 *   node tools/house/sbom.mjs [file]     default: dist/sbom.cdx.json
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { productionPackages } from './rules/dependencies.mjs'

const root = resolve(import.meta.dirname, '../..')
const file = resolve(root, process.argv[2] ?? 'dist/sbom.cdx.json')

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const wanted = new Set(productionPackages(lock).map(({ name, version }) => `pkg:npm/${name}@${version}`))
const printed = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'ignore'],
})
const sbom = JSON.parse(printed)
// npm names the root after its folder. With `--omit dev` it leaves out packages that both kinds of packages need.
Object.assign(sbom.metadata.component, { name: 'nameyard', type: 'application' })
sbom.components = sbom.components.filter(({ purl }) => isOwn(purl) || wanted.has(decodeURIComponent(purl)))
const kept = new Set([sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']))
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }))

const listed = new Set(sbom.components.map(({ purl }) => decodeURIComponent(purl)))
const missing = [...wanted].filter((purl) => !listed.has(purl))
if (missing.length > 0) {
  console.error(
    `The bill of materials lacks packages of the lock: ${missing.join(', ')}. Run npm install and try again.`,
  )
  process.exit(1)
}
sbom.components.push(...vendored())
const unlicensed = sbom.components.filter(({ licenses = [] }) => licenses.length === 0).map(({ purl }) => purl)
if (unlicensed.length > 0) {
  console.error(`Components without a licence: ${unlicensed.join(', ')}. Add "license" to their package.json.`)
  process.exit(1)
}
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`${sbom.components.length} components in ${file} (${sbom.bomFormat} ${sbom.specVersion})`)

/** Whether a component is a workspace of this repository. */
function isOwn(purl) {
  return purl.startsWith('pkg:npm/%40nameyard/')
}

/** Files of other projects in this repository: apps/gateway/assets/README.md names their origin and licence. */
function vendored() {
  return readdirSync(join(root, 'apps/gateway/assets'))
    .flatMap((name) => [/^scalar-([\d.]+)\.js\.gz$/.exec(name)?.[1]].filter(Boolean))
    .map((version) => ({
      'bom-ref': `@scalar/api-reference@${version}`,
      type: 'library',
      name: 'api-reference',
      group: '@scalar',
      version,
      purl: `pkg:npm/%40scalar/api-reference@${version}`,
      licenses: [{ license: { id: 'MIT' } }],
    }))
}
