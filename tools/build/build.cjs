/**
 * Compiles every workspace's `src` to its `dist` in one process. Without arguments it builds all workspaces; Nx calls
 * it with the folder of one project. Tests and declarations are left out. `--changed` skips the workspaces whose `dist`
 * has only current files.
 */
const fs = require('node:fs')
const path = require('node:path')
const swc = require('@swc/core')
const options = require('./swc.cjs')

const root = path.resolve(__dirname, '../..')

function* filesIn(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(file)
    else yield file
  }
}

const sources = (project) =>
  [...filesIn(path.join(project, 'src'))].filter((file) => /\.ts$/.test(file) && !/\.(spec|d)\.ts$/.test(file))

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

/** A change of the compiler's settings recompiles everything. */
const settings = Math.max(modified(__filename), modified(path.join(__dirname, 'swc.cjs')))

function hasChanged(project) {
  const files = sources(project)
  for (const file of files) if (modified(targetOf(project, file)) < Math.max(modified(file), settings)) return true
  const dist = path.join(project, 'dist')
  const built = fs.existsSync(dist) ? [...filesIn(dist)].filter((file) => file.endsWith('.js')) : []
  return built.length > files.length
}

function build(project) {
  // Everything is compiled before files are replaced: an error in one file leaves the last build unchanged.
  const compiled = sources(project).map((file) => {
    const target = targetOf(project, file)
    const sourceFileName = path.relative(path.dirname(target), file)
    return { target, out: swc.transformFileSync(file, { ...options, filename: file, sourceFileName }) }
  })
  fs.rmSync(path.join(project, 'dist'), { recursive: true, force: true })
  for (const { target, out } of compiled) {
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, `${out.code}\n//# sourceMappingURL=${path.basename(target)}.map\n`)
    fs.writeFileSync(`${target}.map`, out.map)
  }
  return compiled.length
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
