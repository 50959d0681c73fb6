import { accessSync, chmodSync, constants, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from './cannot-start'

/** The folder with all data of a platform on this machine. Only its owner can read it. */
export interface DataFolder {
  readonly path: string
  readonly postgres: string
  readonly broker: string
  readonly certificates: string
  /** Returns the value of a JSON file in the folder, or undefined when there is no such file. */
  read(file: string): unknown
  /** Writes a JSON file that only its owner can read. */
  write(file: string, value: unknown): void
}

/** PostgreSQL does not run as root: when root starts the platform, another user must be able to enter the folder. */
const OPEN_TO_PASS = 0o711

export function openDataFolder(path: string): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: OPEN_TO_PASS })
    if (statSync(path).uid === process.getuid?.()) chmodSync(path, OPEN_TO_PASS)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new CannotStart(`The data folder ${path} cannot be used: ${(error as Error).message}.`)
  }
  return {
    path,
    postgres: join(path, 'postgres'),
    broker: join(path, 'broker'),
    certificates: join(path, 'certificates'),
    read: (file) => readJson(join(path, file)),
    write: (file, value) => writeFileSync(join(path, file), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 }),
  }
}

function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CannotStart(`The data folder is broken: ${(error as Error).message}.`)
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new CannotStart(`The data folder is broken: ${file} is not JSON.`)
  }
}
