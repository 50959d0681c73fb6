import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lchownSync, lstatSync, readdirSync, renameSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** The user id of `nobody` on Linux. */
const nobody = 65534

/** The user that runs PostgreSQL's programs: PostgreSQL refuses to run as root. */
export interface Identity {
  /** The part of the command line before the program. */
  readonly prefix: readonly string[]
  readonly uid: number | undefined
  /** The folder of the programs for this user. */
  readonly programs: string
}

/**
 * Root runs them in a user namespace in which it is `nobody`: the files stay root's, and no folder has to be opened to
 * other users. Where namespaces are not allowed they run as the real `nobody`, which then owns the data folder and must be
 * able to reach it. Other users run them as themselves.
 */
export function chooseIdentity(programs: string, dataFolder: string): Identity {
  if (process.getuid?.() !== 0) return { prefix: [], uid: undefined, programs }
  if (allowsNamespaces()) {
    giveTo(0, dataFolder)
    return { prefix: inNamespace, uid: undefined, programs }
  }
  const closed = closedFolder(dirname(resolve(dataFolder)))
  if (closed) {
    throw new Error(
      `PostgreSQL cannot run as root, and the user "nobody" cannot enter ${closed}, which leads to the data folder: ` +
        'choose another data folder or start as an ordinary user.',
    )
  }
  giveTo(nobody, dataFolder)
  return { prefix: [], uid: nobody, programs: closedFolder(programs) ? copiedPrograms(programs) : programs }
}

const inNamespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--']

function allowsNamespaces(): boolean {
  const [program, ...args] = inNamespace
  return spawnSync(program!, [...args, 'true'], { stdio: 'ignore' }).status === 0
}

/** The first folder of a path that other users cannot enter. */
function closedFolder(folder: string): string | undefined {
  const above = dirname(folder) === folder ? undefined : closedFolder(dirname(folder))
  return above ?? ((statSync(folder).mode & 0o001) === 0 ? folder : undefined)
}

/** A copy of the programs that every user can reach, made once for each version. */
function copiedPrograms(programs: string): string {
  const { mtimeMs } = statSync(programs)
  const copy = join(tmpdir(), `nameyard-postgres-${Math.floor(mtimeMs)}`)
  if (existsSync(copy) && statSync(copy).uid === 0) return copy
  const unfinished = `${copy}.${process.pid}`
  cpSync(programs, unfinished, { recursive: true, verbatimSymlinks: true })
  chmodSync(unfinished, 0o755)
  renameSync(unfinished, copy)
  return copy
}

function giveTo(uid: number, path: string): void {
  const stat = lstatSync(path)
  if (stat.uid !== uid) lchownSync(path, uid, uid)
  if (stat.isDirectory()) for (const name of readdirSync(path)) giveTo(uid, join(path, name))
}
