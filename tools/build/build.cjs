/**
 * Compiles every workspace's `src` to its `dist` in one process. Called without arguments it builds the whole
 * house; Nx calls it with one project's folder. Tests and declarations are left out. `--changed` leaves alone the
 * workspaces whose `dist` is newer than all that it is made of.
 */
const fs = require('node:fs')
const path = require('node:path')
const swc = require('@swc/core')
const options = require('./swc.cjs')

const root = path.resolve(__dirname, '../..')

function* sources(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(file)
    else if (/\.ts$/.test(entry.name) && !/\.(spec|d)\.ts$/.test(entry.name)) yield file
  }
}

function workspaces() {
  return ['libs', 'apps', 'tools'].flatMap((layer) =>
    fs
      .readdirSync(path.join(root, layer))
      .map((name) => path.join(root, layer, name))
      .filter((project) => fs.existsSync(path.join(project, 'src'))),
  )
}

const targetOf = (project, file) =>
  path.join(project, 'dist', path.relative(path.join(project, 'src'), file)).replace(/\.ts$/, '.js')

const modified = (file) => (fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0)

/** The compiler's own settings count as a source of everything. */
const settings = Math.max(modified(__filename), modified(path.join(__dirname, 'swc.cjs')))

function hasChanged(project) {
  for (const file of sources(path.join(project, 'src')))
    if (modified(targetOf(project, file)) < Math.max(modified(file), settings)) return true
  return false
}

function build(project) {
  const src = path.join(project, 'src')
  const dist = path.join(project, 'dist')
  fs.rmSync(dist, { recursive: true, force: true })
  let files = 0
  for (const file of sources(src)) {
    const target = targetOf(project, file)
    const out = swc.transformFileSync(file, {
      ...options,
      filename: file,
      sourceFileName: path.relative(path.dirname(target), file),
    })
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, `${out.code}\n//# sourceMappingURL=${path.basename(target)}.map\n`)
    fs.writeFileSync(`${target}.map`, out.map)
    files++
  }
  return files
}

const started = process.hrtime.bigint()
const given = process.argv.slice(2).filter((argument) => argument !== '--changed')
const asked = given.length > 0 ? given.map((folder) => path.resolve(folder)) : workspaces()
const projects = process.argv.includes('--changed') ? asked.filter(hasChanged) : asked
const files = projects.reduce((sum, project) => sum + build(project), 0)
if (projects.length > 0)
  console.log(
    `built ${files} files of ${projects.length} projects in ${(process.hrtime.bigint() - started) / 1000000n} ms`,
  )
