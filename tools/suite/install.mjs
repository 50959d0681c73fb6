import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined)

/** What npm noted in node_modules is compared with the lock: optional packages may be those of other platforms. */
function isInstalled(wanted, present, forTests) {
  return Object.entries(wanted).every(
    ([path, { version, optional, dev, devOptional, link }]) =>
      !path.startsWith('node_modules/') ||
      (dev && !forTests) ||
      ((optional || devOptional) && !present[path]) ||
      (link ? present[path]?.link : present[path]?.version === version),
  )
}

/**
 * Runs `npm ci` when packages are missing or are not those of the lock. Whoever only runs the platform needs half of
 * them; where all have been installed before, all are again.
 */
export async function install(root, { forTests = true } = {}) {
  const wanted = packagesOf(join(root, 'package-lock.json')) ?? {}
  const present = packagesOf(join(root, 'node_modules/.package-lock.json'))
  if (present && isInstalled(wanted, present, forTests)) return say('packages are those of package-lock.json')
  const isAll = forTests || Object.values(present ?? {}).some(({ dev }) => dev)
  say(`installing packages (npm ci${isAll ? '' : ' --omit=dev'})`)
  // Errors only: which install scripts run is decided by allowScripts in package.json, and the user can act on nothing.
  const options = ['--no-progress', '--loglevel=error', ...(isAll ? [] : ['--omit=dev'])]
  const npm = spawn('npm', ['ci', ...options], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ticking = setInterval(() => say('still installing'), 5_000)
  try {
    const [status] = await once(npm, 'exit')
    if (status !== 0) throw new Stop('npm ci failed, see above; it needs a package registry that answers.')
  } catch (error) {
    throw error.code === 'ENOENT' ? new Stop('npm was not found beside node; install it, then try again.') : error
  } finally {
    clearInterval(ticking)
  }
}
