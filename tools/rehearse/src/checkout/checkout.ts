import { execFile } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A folder with a compiled version of the platform. */
export interface Checkout {
  readonly name: string
  readonly folder: string
}

/** Milliseconds for each program that prepares a checkout. */
const LIMIT_MS = 600_000

/** The version that runs this program. */
export const head: Checkout = { name: 'new', folder: join(__dirname, '../../../..') }

const run = async (program: string, args: readonly string[], cwd: string): Promise<string> => {
  const options = { cwd, timeout: LIMIT_MS, maxBuffer: 64 * 1024 * 1024 }
  return (await promisify(execFile)(program, args, options)).stdout.trim()
}

const git = (...args: string[]) => run('git', args, head.folder)

/** Returns the version to upgrade from: the last tag of a release or, while there is none, the last one with another schema. */
export async function formerVersion(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD').catch(() => undefined)
  if (tag !== undefined) return tag
  const newest = await git('log', '-1', '--format=%H', '--', ':(glob)**/migrations/*.sql')
  return git('rev-parse', `${newest}^`)
}

/** Puts a version from the history of git into an empty folder, with its packages, and compiles it. */
export async function checkOut(revision: string, folder: string): Promise<Checkout> {
  const commit = await git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`).catch(() => {
    throw new Error(`git knows no revision ${revision}: name another with --from, or fetch the history.`)
  })
  mkdirSync(folder, { recursive: true })
  await git('archive', '--format=tar', `--output=${folder}.tar`, commit)
  await run('tar', ['-xf', `${folder}.tar`], folder)
  await install(folder)
  await run(process.execPath, ['tools/build/build.cjs'], folder)
  return { name: 'old', folder }
}

/** Installs the packages of a version, or uses those of this one when both have the same. */
async function install(folder: string): Promise<void> {
  const lockOf = (version: string) => readFileSync(join(version, 'package-lock.json'), 'utf8')
  if (lockOf(folder) !== lockOf(head.folder)) return void (await run('npm', ['ci', '--no-audit', '--no-fund'], folder))
  const [from, to] = [join(head.folder, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(to, '@nameyard'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@nameyard') symlinkSync(join(from, name), join(to, name))
  // The links to workspaces are relative, so that they lead to those of the version.
  for (const name of readdirSync(join(from, '@nameyard')))
    if (lstatSync(join(from, '@nameyard', name)).isSymbolicLink())
      symlinkSync(readlinkSync(join(from, '@nameyard', name)), join(to, '@nameyard', name))
}
