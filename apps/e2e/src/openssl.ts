import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs OpenSSL with the given texts as files. Returns its output, also when it fails. */
export async function openssl(files: Readonly<Record<string, string | Buffer>>, ...args: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-openssl-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    const { stdout, stderr } = await run('openssl', args, { cwd: folder })
    return stdout + stderr
  } catch (error) {
    const { stdout = '', stderr = '', code } = error as { stdout?: string; stderr?: string; code?: unknown }
    if (code === 'ENOENT') throw error
    return stdout + stderr
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
