import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { say, Stop } from './progress.mjs'

const OLDEST = [20, 19]

/** Nest 12 has ES modules only. `require` of ES modules exists from Node 20.19. */
export function demandNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new Stop(
      `Nameyard needs Node ${OLDEST.join('.')} or newer; this is ${process.version} (${process.execPath}).`,
    )
  say(`Node ${process.version}`)
}

const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined)

/**
 * Compares npm's list in node_modules with the lock file. Optional packages may be missing: they are for other
 * platforms.
 */
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
 * Runs `npm ci` when packages are missing or differ from the lock file. To run the platform, half of them suffice;
 * where all were installed before, all are installed again.
 */
export async function install(root, { forTests = true } = {}) {
  const wanted = packagesOf(join(root, 'package-lock.json')) ?? {}
  const present = packagesOf(join(root, 'node_modules/.package-lock.json'))
  if (present && isInstalled(wanted, present, forTests)) return say('packages are those of package-lock.json')
  // Other tests are using the packages.
  if (process.env.JEST_WORKER_ID) throw new Stop('The packages are not those of package-lock.json. Run npm ci first.')
  const isAll = forTests || Object.values(present ?? {}).some(({ dev }) => dev)
  say(`installing packages (npm ci${isAll ? '' : ' --omit=dev'})`)
  // Errors only: allowScripts in package.json decides which install scripts run, and the user cannot change that here.
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
