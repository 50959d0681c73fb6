import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { say, Stop } from './progress.mjs'

const OLDEST = [20, 19]

/** Nest 12 is ES modules only; `require` of such exists from Node 20.19. */
export function demandNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new Stop(
      `Nameyard needs Node ${OLDEST.join('.')} or newer; this is ${process.version} (${process.execPath}).`,
    )
  say(`Node ${process.version}`)
}

const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {})

/** What npm noted in node_modules is compared with the lock: optional packages may be those of other platforms. */
function isInstalled(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules/.package-lock.json'))
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      !path.startsWith('node_modules/') ||
      (optional && !present[path]) ||
      (link ? present[path]?.link : present[path]?.version === version),
  )
}

/** Runs `npm ci` when packages are missing or are not those of the lock. */
export function install(root) {
  if (isInstalled(root)) return say('packages are those of package-lock.json')
  say('installing packages (npm ci)')
  const { status, error } = spawnSync('npm', ['ci', '--no-progress'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (error?.code === 'ENOENT') throw new Stop('npm was not found beside node; install it, then try again.')
  if (status !== 0) throw new Stop('npm ci failed, see above; it needs a package registry that answers.')
}
