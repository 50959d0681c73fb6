import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lchownSync, lstatSync, readdirSync, renameSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** `nobody` on every Linux. */
const nobody = 65534

/** As whom PostgreSQL's programs run: PostgreSQL refuses to run as root. */
export interface Identity {
  /** What stands before the program on the command line. */
  readonly prefix: readonly string[]
  readonly uid: number | undefined
  /** Where the programs are for this identity. */
  readonly programs: string
}

/**
 * Root runs them in a user namespace in which it is `nobody`: files stay root's and no folder has to be opened to
 * others. Where namespaces are not allowed they run as the real `nobody`, who then owns the data folder and needs a
 * way to it. Everybody else runs them as themselves.
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
      `PostgreSQL cannot run as root, and the user nobody cannot pass ${closed} to the data folder; ` +
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

/** The first folder on the way that others may not pass. */
function closedFolder(folder: string): string | undefined {
  const above = dirname(folder) === folder ? undefined : closedFolder(dirname(folder))
  return above ?? ((statSync(folder).mode & 0o001) === 0 ? folder : undefined)
}

/** A copy of the programs that everybody can reach, made once for each version. */
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
