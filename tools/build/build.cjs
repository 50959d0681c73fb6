/**
 * Compiles every workspace's `src` to its `dist` in one process. Called without arguments it builds the whole
 * house; Nx calls it with one project's folder. Tests and declarations are left out.
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

function build(project) {
  const src = path.join(project, 'src')
  const dist = path.join(project, 'dist')
  fs.rmSync(dist, { recursive: true, force: true })
  let files = 0
  for (const file of sources(src)) {
    const target = path.join(dist, path.relative(src, file)).replace(/\.ts$/, '.js')
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
const projects = process.argv.length > 2 ? process.argv.slice(2).map((p) => path.resolve(p)) : workspaces()
const files = projects.reduce((sum, project) => sum + build(project), 0)
console.log(
  `built ${files} files of ${projects.length} projects in ${(process.hrtime.bigint() - started) / 1000000n} ms`,
)
